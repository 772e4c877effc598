import { answerText } from "../answers/answer-text.ts";
import { readAnswer, sameAnswer } from "../answers/answers.ts";
import type { AnswerValue, AnswerValues } from "../answers/values.ts";
import type { Question } from "../datasets/question.ts";
import type { Micros } from "../time.ts";
import { changedPart, cutText } from "./changed-part.ts";
import type { FeedbackRecord } from "./record.ts";
import type { ResponseStatus } from "./response.ts";

/** A response as the history keeps it. */
export type ResponseState = { readonly status: ResponseStatus; readonly values: AnswerValues | null };

/** Somebody of the history by name; null where that is said of a user who is deleted. */
export type HistoryPerson = { readonly id: string; readonly username: string };

/** What became of the answer to one question, as people read it; null: none. */
export type AnswerChange = {
  readonly question: string;
  readonly title: string;
  /** Whether the answers are texts that somebody wrote, which are compared by their words. */
  readonly written: boolean;
  readonly before: string | null;
  readonly after: string | null;
};

/** One change of one response to a record. */
export type HistoryEntry = {
  /** Later changes have larger ones. */
  readonly id: number;
  readonly at: Micros;
  readonly actor: HistoryPerson | null;
  /** Whose response it is: most often the actor's own. */
  readonly author: HistoryPerson | null;
  readonly statusBefore: ResponseStatus | null;
  readonly statusAfter: ResponseStatus | null;
  /** How long the record had been on the screen, ms; null where nobody said so. */
  readonly shownMs: number | null;
  readonly answers: readonly AnswerChange[];
};

/** Of an answer that is not a written text, UTF-16 units. */
const LONGEST_ANSWER = 2000;

/** The questions whose answers differ between two states of a response to a record with these fields, in the questions' order. */
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
