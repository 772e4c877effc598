import { restoreAnswer } from "../answers/answer-form.ts";
import type { Question } from "../datasets/question.ts";
import { byName, ownOf } from "../own.ts";
import type { AnswerDraft } from "../records/answer-draft.ts";
import type { AnswerValue, AnswerValues } from "../records/answer-values.ts";

/**
 * The unsent spans that were drawn in the text of a record in bulk view: the span questions of its draft
 * (design/bulk.md).
 */
export function drawnSpans(questions: readonly Question[], draft: AnswerDraft | null): AnswerValues {
  const values = byName<{ readonly value: AnswerValue }>();
  for (const question of questions) {
    const kept = ownOf(draft, question.name);
    if (kept === undefined || question.settings.type !== "span") continue;
    const { answer } = restoreAnswer(question, kept);
    if (answer.type === "span" && answer.value !== null) values[question.name] = { value: answer.value };
  }
  return values;
}

/** The span questions that have drawn spans in every one of the records. */
export function drawnInAll([first, ...others]: readonly AnswerValues[]): ReadonlySet<string> {
  const names = Object.keys(first ?? {});
  return new Set(names.filter((name) => others.every((values) => Object.hasOwn(values, name))));
}
