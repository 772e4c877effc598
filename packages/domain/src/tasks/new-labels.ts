import { foldCase } from "../labels/label-search.ts";
import type { GlobalLabel } from "./labels.ts";
import { isTooLong, labelKeyAt, withoutBlanks } from "./labels.ts";

/** Labels that a user adds or reorders (LAB-14, LAB-15, LAB-19). */

/** Separators between new labels: commas and line breaks, also those of a pasted column. */
const BETWEEN = /[,\n\r\v\f\u0085\u2028\u2029]/;

/** The labels that are too long for any record. */
export const tooLongAmong = (texts: readonly string[]): readonly string[] => texts.filter(isTooLong);

/**
 * The labels in the typed text, in its order: trimmed, without blanks and repeats; upper and lower case differ
 * (LAB-19).
 */
export const typedLabels = (typed: string): readonly string[] =>
  withoutBlanks(typed.split(BETWEEN).map((text) => text.trim()));

/** Splits the typed text into complete labels and the one that is still being typed. */
export function splitTyped(typed: string): { readonly done: readonly string[]; readonly rest: string } {
  const parts = typed.split(BETWEEN);
  const rest = parts.pop() ?? "";
  return { done: withoutBlanks(parts.map((text) => text.trim())), rest: rest.trimStart() };
}

/** The texts that count as new: they are no label yet, or one that is not saved (LAB-15). */
export function newAmong(labels: readonly GlobalLabel[], texts: readonly string[]): readonly string[] {
  const saved = new Set(labels.filter(({ isSavedInBack }) => isSavedInBack).map(({ text }) => text));
  return withoutBlanks(texts).filter((text) => !saved.has(text));
}

/** Existing labels in their order, new ones at the end (LAB-15, LAB-19). */
export const unionOf = (labels: readonly string[], added: readonly string[]): readonly string[] =>
  withoutBlanks([...labels, ...added]);

/** The labels whose key has changed with their position, each with its old key; new labels are not among them. */
export function changedKeys(before: readonly string[], now: readonly string[]): ReadonlyMap<string, string | null> {
  const places = new Map(before.map((text, place) => [text, place]));
  const changed = new Map<string, string | null>();
  for (const [place, text] of now.entries()) {
    const old = places.get(text);
    if (old !== undefined && labelKeyAt(old) !== labelKeyAt(place)) changed.set(text, labelKeyAt(old));
  }
  return changed;
}

/** The label that differs from a text only in upper and lower case, or null: most likely the user means it. */
export function sameButForCase(labels: readonly string[], text: string): string | null {
  const folded = foldCase(text);
  return labels.find((label) => label !== text && foldCase(label) === folded) ?? null;
}
