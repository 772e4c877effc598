import type { Question } from "../datasets/question.ts";
import type { AnswerValue } from "../records/answer-values.ts";
import { changedPart, cutText } from "../records/changed-part.ts";
import type { FeedbackRecord } from "../records/record.ts";
import type { AnswerChange, ResponseState } from "../records/response-history.ts";
import { answerText } from "./answer-text.ts";
import { readAnswer, sameAnswer } from "./answers.ts";

/** Longest shown answer that is not a written text, UTF-16 units. */
const LONGEST_ANSWER = 2000;

/**
 * The questions whose answers differ between two states of a response to a record with these fields, in question order.
 */
export function changedAnswers(
  questions: readonly Question[],
  fields: FeedbackRecord["fields"],
  before: ResponseState | null,
  after: ResponseState | null,
): readonly AnswerChange[] {
  return questions.flatMap((question) => {
    const one = before?.values?.[question.name]?.value;
    const other = after?.values?.[question.name]?.value;
    return same(question, one, other) ? [] : [changeOf(question, fields, one, other)];
  });
}

function same({ settings }: Question, one: AnswerValue | undefined, other: AnswerValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [was, is] = [readAnswer(settings, one), readAnswer(settings, other)];
  if (was === undefined || is === undefined) return JSON.stringify(one) === JSON.stringify(other);
  return sameAnswer(was, is);
}

function changeOf(
  { name, title, settings }: Question,
  fields: FeedbackRecord["fields"],
  one: AnswerValue | undefined,
  other: AnswerValue | undefined,
): AnswerChange {
  const words = (value: AnswerValue | undefined) => (value === undefined ? null : answerText(settings, value, fields));
  const [before, after] = [words(one), words(other)];
  const question = { question: name, title, written: settings.type === "text" };
  if (question.written && before !== null && after !== null) return { ...question, ...changedPart(before, after) };
  const cut = (text: string | null) => text && cutText(text, LONGEST_ANSWER);
  return { ...question, before: cut(before), after: cut(after) };
}
