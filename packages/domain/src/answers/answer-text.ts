import type { Question, QuestionSettings } from "../datasets/question.ts";
import type { AnswerChange } from "../records/labeled-record.ts";
import { rulesOf } from "../records/question-types/question-types.ts";
import type { AnswerValue, FeedbackRecord, FieldValues, ResponseState, Suggestion } from "../records/record.ts";
import { changedPart, cutText } from "../text/word-diff.ts";
import { isValid, readAnswer, sameAnswer } from "./answers.ts";

/** An answer as text for people. A value that no longer fits its question is shown as it was stored. */
export function answerText(settings: QuestionSettings, value: AnswerValue, fields: FieldValues): string {
  const rules = rulesOf(settings.type);
  const read = rules?.read(settings, value);
  if (rules !== undefined && read !== undefined) return rules.asText(settings, read, fields);
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}

type Suggested = Pick<FeedbackRecord, "suggestions">;

/**
 * True if suggestions can be accepted for many records at once. Spans cannot: a row does not show them in their text.
 */
export function goesUnseen(settings: QuestionSettings): boolean {
  return rulesOf(settings.type)?.isInText !== true;
}

/** The answer that "accept suggestions" gives to the question on this record; null: none. */
export function acceptedAnswer(question: Question, record: Suggested): AnswerValue | null {
  const suggestion = suggestionOf(question, record);
  const answer = suggestion && readAnswer(question.settings, suggestion.value);
  // A suggestion that does not fit its question is ignored (FAN-16).
  if (answer === undefined || answer.type === "unknown") return null;
  return goesUnseen(question.settings) && isValid(question.settings, answer) ? answer.value : null;
}

const suggestionOf = ({ id }: Question, { suggestions }: Suggested): Suggestion | undefined =>
  suggestions?.find((candidate) => candidate.questionId === id);

/** A suggested answer as text for people; its score, if it has one for the whole answer, else null. */
export type SuggestedAnswer = { readonly title: string; readonly text: string; readonly score: number | null };

/** All answers that "accept suggestions" would write to the record, in question order, for a preview. */
export function suggestedAnswers(
  questions: readonly Question[],
  record: Pick<FeedbackRecord, "suggestions" | "fields">,
): readonly SuggestedAnswer[] {
  return questions.flatMap((question) => {
    const value = acceptedAnswer(question, record);
    if (value === null) return [];
    const score = suggestionOf(question, record)?.score ?? null;
    const text = answerText(question.settings, value, record.fields);
    return [{ title: question.title, text, score: typeof score === "number" ? score : null }];
  });
}

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
  const question = { question: name, title, written: rulesOf(settings.type)?.isWritten === true };
  if (question.written && before !== null && after !== null) return { ...question, ...changedPart(before, after) };
  const cut = (text: string | null) => text && cutText(text, LONGEST_ANSWER);
  return { ...question, before: cut(before), after: cut(after) };
}
