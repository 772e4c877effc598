import { type AnswerForm, answersOf, formObstacles, formValues, restoreAnswer } from "../answers/answer-form.ts";
import { acceptedAnswer, goesUnseen } from "../answers/answer-text.ts";
import { answerTo, isEmpty, type Obstacle } from "../answers/answers.ts";
import type { Question } from "../datasets/question.ts";
import { byName, ownOf } from "../objects.ts";
import type { Actions, AnswerDraft, OwnResponse } from "../records/labeled-record.ts";
import type { AnswerValue, AnswerValues, FeedbackRecord, FieldValues } from "../records/record.ts";
import type { BulkTarget } from "./bulk-run.ts";

/** The obstacles to submitting the form. `drawn`: questions that every record answers by spans drawn in its row. */
export const bulkObstacles = (form: AnswerForm, drawn: ReadonlySet<string>): readonly Obstacle[] =>
  formObstacles(form).filter(({ question }) => !drawn.has(question.name));

/** The available actions; submit, draft and discard need a selected record (FRS-12 for many). */
export function bulkActions(form: AnswerForm, selected: number, drawn: ReadonlySet<string> = new Set()): Actions {
  const some = selected > 0;
  const worthSaving = drawn.size > 0 || Object.keys(formValues(form)).length > 0;
  return {
    submit: some && worthSaving && bulkObstacles(form, drawn).length === 0,
    saveDraft: some && worthSaving,
    discard: some,
    clear: form.questions.some((question) => !isEmpty(answerTo(answersOf(form), question))),
  };
}

/**
 * The record's own suggestions as an answer to submit, or null: each required question needs a valid suggestion
 * (design/bulk.md). A suggestion that does not fit its question is ignored (FAN-16). Suggested spans are not accepted
 * unseen, so a required span question must be answered already, or by spans drawn in the record's row. An answer with spans beyond
 * the text would be refused, and its person decides about it (FAN-43).
 */
export function ownSuggestions(
  questions: readonly Question[],
  { record, response }: BulkTarget<Pick<FeedbackRecord, "id" | "fields" | "suggestions">>,
  drawn: AnswerValues = {},
): AnswerValues | null {
  const values = byName<{ readonly value: AnswerValue }>(drawn);
  for (const question of questions) {
    if (Object.hasOwn(drawn, question.name)) continue;
    if (hasSpansBeyond(question, response, record.fields)) return null;
    const value = acceptedAnswer(question, record);
    if (value !== null) values[question.name] = { value };
    else if (question.required && !isAnsweredAlready(question, response)) return null;
  }
  return Object.keys(values).length === 0 ? null : values;
}

/** True if the question cannot take a suggestion but the record has an answer to it, which stays (FBU-11). */
function isAnsweredAlready({ name, settings }: Question, response: OwnResponse | null): boolean {
  return !goesUnseen(settings) && ownOf(response?.values, name) !== undefined;
}

function hasSpansBeyond(question: Question, response: OwnResponse | null, fields: FieldValues): boolean {
  const value = ownOf(response?.values, question.name)?.value ?? null;
  return restoreAnswer(question, { value, untouched: [] }, fields).beyond > 0;
}

/**
 * The span questions of a record's draft, drawn in its text in bulk view (design/bulk.md). `fields`: the texts of the record.
 */
export function drawnSpans(
  questions: readonly Question[],
  fields: FieldValues,
  draft: AnswerDraft | null,
): AnswerValues {
  const values = byName<{ readonly value: AnswerValue }>();
  for (const question of questions) {
    const kept = ownOf(draft, question.name);
    if (kept === undefined || goesUnseen(question.settings)) continue;
    const { answer } = restoreAnswer(question, kept, fields);
    if (answer.type !== "unknown" && answer.value !== null) values[question.name] = { value: answer.value };
  }
  return values;
}

/** The span questions that have drawn spans in every one of the records. */
export function drawnInAll([first, ...others]: readonly AnswerValues[]): ReadonlySet<string> {
  const names = Object.keys(first ?? {});
  return new Set(names.filter((name) => others.every((values) => Object.hasOwn(values, name))));
}
