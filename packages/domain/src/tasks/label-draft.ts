import type { JsonObject } from "../json-object.ts";
import type { GlobalLabel } from "./labels.ts";
import { changedKeys, typedLabels, unionOf } from "./new-labels.ts";

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

/** The members of a draft that contain a change. */
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
