/**
 * Typed answers that were not sent, as the browser keeps them: plain JSON, by name. For an answered record it holds
 * only the changed answers (FAN-16). `value` null: the answer was emptied. `untouched`: the parts that were suggested
 * and that no user touched.
 */
export type AnswerDraft = {
  readonly [name: string]: { readonly value: unknown; readonly untouched: readonly string[] };
};
