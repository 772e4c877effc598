import type { JsonObject } from "../json-object.ts";
import { foldCase } from "../labels/label-search.ts";
import { type GlobalLabel, isTooLong, labelKeyAt, withoutBlanks } from "./labels.ts";

/** Labels that a user adds or reorders (LAB-14, LAB-15, LAB-19). */

/** Separators between new labels: commas and line breaks, also those of a pasted column. */
const BETWEEN = /[,\n\r\v\f\u0085\u2028\u2029]/;

export const tooLongAmong = (texts: readonly string[]): readonly string[] => texts.filter(isTooLong);

/** In their order, trimmed, without blanks and repeats; upper and lower case differ (LAB-19). */
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

/** The labels of a dataset while a user edits them: nothing is saved before Update (TSG-01, LAB-15, LAB-19). */

export type LabelDraft = {
  /** null: the saved order */
  readonly order: readonly string[] | null;
  readonly removed: readonly string[];
  /** new labels that are complete; `typed`: the one that is still being typed */
  readonly added: readonly string[];
  readonly typed: string;
};

export const NO_LABEL_DRAFT: LabelDraft = { order: null, removed: [], added: [], typed: "" };

/** Reads a draft from the browser's storage; damaged parts and those of another version are dropped. */
export const readLabelDraft = ({ order, removed, added, typed }: JsonObject): LabelDraft => ({
  order: Array.isArray(order) ? textsIn(order) : null,
  removed: textsIn(removed),
  added: textsIn(added),
  typed: typeof typed === "string" ? typed : "",
});

const textsIn = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];

export const changesOf = ({ order, removed, added, typed }: LabelDraft): Partial<LabelDraft> => ({
  ...(order !== null && { order }),
  ...(removed.length > 0 && { removed }),
  ...(added.length > 0 && { added }),
  ...(typedLabels(typed).length > 0 && { typed }),
});

export type DraftedLabels = {
  /** the saved labels in their new order, without new ones */
  readonly shown: readonly string[];
  readonly isReordered: boolean;
  /** Labels whose key changes, with their old key; also those that only moved up after a removal. */
  readonly changedKeys: ReadonlyMap<string, string | null>;
  /** The added and typed texts that are no label yet. */
  readonly fresh: readonly string[];
  /** The added and typed texts that are labels already. */
  readonly repeated: readonly string[];
  /** True if a reload would lose a change. */
  readonly isEdited: boolean;
};

/**
 * Applies a draft to the labels. Labels that were added since the draft began come after those that the draft has
 * ordered; labels that were removed since are left out.
 */
export function draftedLabels(labels: readonly GlobalLabel[], draft: LabelDraft): DraftedLabels {
  const saved = labels.map(({ text }) => text);
  const known = new Set(saved);
  const removed = new Set(draft.removed);
  const isThere = (text: string) => known.has(text) && !removed.has(text);
  const shown = unionOf(draft.order ?? [], saved).filter(isThere);
  const kept = saved.filter(isThere);
  const isReordered = shown.some((text, place) => text !== kept[place]);
  const added = unionOf(draft.added, typedLabels(draft.typed));
  const isGone = kept.length < saved.length;
  return {
    shown,
    isReordered,
    changedKeys: changedKeys(saved, shown),
    fresh: added.filter((text) => !isThere(text)),
    repeated: added.filter(isThere),
    isEdited: isReordered || isGone || added.length > 0,
  };
}
