import { type AnswerDraft, type AnswerForm, answersOf, formValues } from "./answer-form.ts";
import { type Actions, answerTo, isEmpty, isValid, type Obstacle, obstacles, readAnswer } from "./answers.ts";
import type { AnswerValue, AnswerValues, FeedbackRecord, Question, ResponseStatus } from "./entities.ts";
import type { OwnResponse } from "./record-status.ts";

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

/**
 * The values of the bulk form (FBU-11): those of questions that hold one. Spans lie in the text of one record, so an empty list
 * of them, elsewhere an answer, says nothing here.
 */
export function bulkValues(form: AnswerForm): AnswerValues {
  const answers = answersOf(form);
  const kept = form.questions.filter((question) => !isEmpty(answerTo(answers, question))).map(({ name }) => name);
  return Object.fromEntries(Object.entries(formValues(form)).filter(([name]) => kept.includes(name)));
}

/** Why the form cannot be submitted: every required question needs a value in it, whatever single records hold (screens 5.10). */
export function bulkObstacles(form: AnswerForm): readonly Obstacle[] {
  const answers = answersOf(form);
  const spans = form.questions.filter(
    (question) => question.required && question.settings.type === "span" && isEmpty(answerTo(answers, question)),
  );
  const found = obstacles(form.questions, answers);
  const all = [...found, ...spans.map((question): Obstacle => ({ question, reason: "missing" }))];
  return all.sort((a, b) => form.questions.indexOf(a.question) - form.questions.indexOf(b.question));
}

/** When the actions are available, none of them without a record (FRS-12 for many). */
export function bulkActions(form: AnswerForm, selected: number): Actions {
  const some = selected > 0;
  const worthSaving = Object.keys(bulkValues(form)).length > 0;
  return {
    submit: some && worthSaving && bulkObstacles(form).length === 0,
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
 * (screens 5.10). A suggestion that does not fit its question is none (FAN-16).
 */
export function ownSuggestions(questions: readonly Question[], { record }: BulkTarget): AnswerValues | null {
  const values: { [question: string]: { readonly value: AnswerValue } } = {};
  for (const { id, name, settings, required } of questions) {
    const suggestion = record.suggestions?.find((candidate) => candidate.questionId === id);
    const answer = suggestion && readAnswer(settings, suggestion.value);
    const usable = answer !== undefined && answer.type !== "unknown" && isValid(settings, answer);
    if (usable && answer.value !== null) values[name] = { value: answer.value };
    else if (required) return null;
  }
  return Object.keys(values).length === 0 ? null : values;
}

/** What stays of the answers typed in a record's own form after others were written over some of them; null when nothing does. */
export function draftWithout(draft: AnswerDraft, written: AnswerValues): AnswerDraft | null {
  const rest = Object.entries(draft).filter(([question]) => !Object.hasOwn(written, question));
  return rest.length === 0 ? null : Object.fromEntries(rest);
}
