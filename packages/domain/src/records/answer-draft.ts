/**
 * What the browser keeps of an answer that was typed and not sent: plain JSON, of what is answered only what was changed, by name
 * (FAN-16). `value` null: emptied. `untouched`: the parts of it that were suggested and that nobody touched.
 */
export type AnswerDraft = {
  readonly [name: string]: { readonly value: unknown; readonly untouched: readonly string[] };
};
