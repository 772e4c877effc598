import { foldCase } from "../labels/label-search.ts";
import type { GlobalLabel } from "./labels.ts";
import { isTooLong, labelKeyAt, withoutBlanks } from "./labels.ts";

/** Labels that somebody adds or puts in another order (LAB-14, LAB-15, LAB-19). */

/** What parts one new label from the next: commas and line breaks, of a pasted column too. */
const BETWEEN = /[,\n\r\v\f\u0085\u2028\u2029]/;

/** Those that no record could be given. */
export const tooLongAmong = (texts: readonly string[]): readonly string[] => texts.filter(isTooLong);

/** The labels in what was typed, in its order: trimmed, blanks and repeats dropped, capitals told from small letters (LAB-19). */
export const typedLabels = (typed: string): readonly string[] =>
  withoutBlanks(typed.split(BETWEEN).map((text) => text.trim()));

/** What was typed so far as the labels that are done and the one that is still being written. */
export function splitTyped(typed: string): { readonly done: readonly string[]; readonly rest: string } {
  const parts = typed.split(BETWEEN);
  const rest = parts.pop() ?? "";
  return { done: withoutBlanks(parts.map((text) => text.trim())), rest: rest.trimStart() };
}

/** Of some texts those that count as new: no label has them yet, or one that is not saved (LAB-15). */
export function newAmong(labels: readonly GlobalLabel[], texts: readonly string[]): readonly string[] {
  const saved = new Set(labels.filter(({ isSavedInBack }) => isSavedInBack).map(({ text }) => text));
  return withoutBlanks(texts).filter((text) => !saved.has(text));
}

/** Existing labels in their order, new ones at the end (LAB-15, LAB-19). */
export const unionOf = (labels: readonly string[], added: readonly string[]): readonly string[] =>
  withoutBlanks([...labels, ...added]);

/** The labels whose key has changed with their place, each with the key it had; new ones had none to lose. */
export function changedKeys(before: readonly string[], now: readonly string[]): ReadonlyMap<string, string | null> {
  const places = new Map(before.map((text, place) => [text, place]));
  const changed = new Map<string, string | null>();
  for (const [place, text] of now.entries()) {
    const old = places.get(text);
    if (old !== undefined && labelKeyAt(old) !== labelKeyAt(place)) changed.set(text, labelKeyAt(old));
  }
  return changed;
}

/** The label that a text is unlike by its capitals alone, null when there is none: most likely it is meant. */
export function sameButForCase(labels: readonly string[], text: string): string | null {
  const folded = foldCase(text);
  return labels.find((label) => label !== text && foldCase(label) === folded) ?? null;
}
