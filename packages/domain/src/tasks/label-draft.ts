import type { JsonObject } from "../json-object.ts";
import type { GlobalLabel } from "./labels.ts";
import { changedKeys, typedLabels, unionOf } from "./new-labels.ts";

/** The labels of a dataset while somebody edits them: nothing of it is saved before Update (TSG-01, LAB-15, LAB-19). */

export type LabelDraft = {
  /** null: as they are saved */
  readonly order: readonly string[] | null;
  readonly removed: readonly string[];
  /** new ones that are done, and what is still being written */
  readonly added: readonly string[];
  readonly typed: string;
};

export const NO_LABEL_DRAFT: LabelDraft = { order: null, removed: [], added: [], typed: "" };

/** A draft as a browser kept it, without what is damaged or of another version. */
export const readLabelDraft = ({ order, removed, added, typed }: JsonObject): LabelDraft => ({
  order: Array.isArray(order) ? textsIn(order) : null,
  removed: textsIn(removed),
  added: textsIn(added),
  typed: typeof typed === "string" ? typed : "",
});

const textsIn = (kept: unknown): readonly string[] =>
  Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];

/** The members of a draft that say something. */
export const changesOf = ({ order, removed, added, typed }: LabelDraft): Partial<LabelDraft> => ({
  ...(order !== null && { order }),
  ...(removed.length > 0 && { removed }),
  ...(added.length > 0 && { added }),
  ...(typedLabels(typed).length > 0 && { typed }),
});

export type DraftedLabels = {
  /** in the order they shall have, without new ones */
  readonly shown: readonly string[];
  readonly isReordered: boolean;
  /** With the key each had; those that only moved up because one was removed too. */
  readonly changedKeys: ReadonlyMap<string, string | null>;
  /** Of what was added and typed, what no label is called. */
  readonly fresh: readonly string[];
  /** The rest of it: labels that there are. */
  readonly repeated: readonly string[];
  /** Whether there is anything that a reload would lose. */
  readonly isEdited: boolean;
};

/** Labels that came or went since the draft was begun are where they are saved, after those that it has put in order. */
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
