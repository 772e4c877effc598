import { type AnswerForm, answersOf, formObstacles, formValues, goesUnasked } from "../answers/answer-form.ts";
import { type Actions, answerTo, isEmpty } from "../answers/answers.ts";
import { acceptedAnswer } from "../answers/suggested-answers.ts";
import type { AnswerValue, AnswerValues } from "../answers/values.ts";
import type { Question } from "../datasets/question.ts";
import type { FeedbackRecord } from "../records/record.ts";
import type { OwnResponse } from "../records/record-status.ts";
import type { ResponseStatus } from "../records/response.ts";

/** A record that a bulk action reaches, with the reader's response as the page knows it. */
export type BulkTarget = {
  readonly record: Pick<FeedbackRecord, "id" | "suggestions">;
  readonly response: OwnResponse | null;
};

/** A record with what a bulk action writes to it. */
export type BulkJob = {
  readonly target: BulkTarget;
  readonly status: ResponseStatus;
  /** Of the questions that are written; the others stay as they are (FBU-11). */
  readonly values: AnswerValues;
};

/** One item of a bulk call, and what the record held before. */
export type BulkItem = {
  readonly recordId: string;
  readonly status: ResponseStatus;
  readonly values: AnswerValues | null;
  readonly before: OwnResponse | null;
};

/** When the actions are available, none of them without a record (FRS-12 for many). */
export function bulkActions(form: AnswerForm, selected: number): Actions {
  const some = selected > 0;
  const worthSaving = Object.keys(formValues(form)).length > 0;
  return {
    submit: some && worthSaving && formObstacles(form).length === 0,
    saveDraft: some && worthSaving,
    discard: some,
    clear: form.questions.some((question) => !isEmpty(answerTo(answersOf(form), question))),
  };
}

/**
 * The response to send: the record's own with the job's values in it (FBU-11). `response` is what the record holds by now, which
 * may be more than when the action began.
 */
export function bulkItem({ target, status, values }: BulkJob, response = target.response): BulkItem {
  const merged = { ...response?.values, ...values };
  const empty = Object.keys(merged).length === 0;
  return { recordId: target.record.id, status, values: empty ? null : merged, before: response };
}

/**
 * The record's own suggestions as an answer to submit, or null: each required question needs one that answers it
 * (design/bulk.md). A suggestion that does not fit its question is none (FAN-16); nor are spans taken unseen, so a required
 * question of them must be answered already.
 */
export function ownSuggestions(questions: readonly Question[], { record, response }: BulkTarget): AnswerValues | null {
  const values: { [question: string]: { readonly value: AnswerValue } } = {};
  for (const question of questions) {
    const value = acceptedAnswer(question, record);
    if (value !== null) values[question.name] = { value };
    else if (question.required && !isAnsweredAlready(question, response)) return null;
  }
  return Object.keys(values).length === 0 ? null : values;
}

/** Whether the question cannot be answered by a suggestion but is by what the record holds, which stays (FBU-11). */
function isAnsweredAlready({ name, settings }: Question, response: OwnResponse | null): boolean {
  return !goesUnasked(settings) && response?.values?.[name] !== undefined;
}
