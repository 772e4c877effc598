import { labelsOfRecord } from "./record-labels.ts";
import { annotatedClasses, type ShownTextRecord } from "./shown-record.ts";
import type { Labels } from "./task-record.ts";

/** The label changes for the selected records: each label is added to all of them or removed from all. */
export type LabelChanges = ReadonlyMap<string, "add" | "remove">;

/** `carried`: number of records that have a label; `suggested`: number of those that have it only as a prediction. */
type LabelCount = { readonly carried: number; readonly suggested: number };

const NO_RECORD: LabelCount = { carried: 0, suggested: 0 };

/**
 * Counts the labels of the records. With several labels per record, predicted labels count, because the answer begins
 * with them (TAN-08). A single label must be chosen, so a predicted one does not count.
 */
export function labelCounts(records: readonly ShownTextRecord[]): ReadonlyMap<string, LabelCount> {
  const counts = new Map<string, LabelCount>();
  for (const { answer, answerOrigin, multiLabel, untouched } of records)
    if (multiLabel || answerOrigin !== "prediction")
      for (const label of annotatedClasses(answer)) {
        const { carried, suggested } = counts.get(label) ?? NO_RECORD;
        counts.set(label, { carried: carried + 1, suggested: suggested + (untouched.includes(label) ? 1 : 0) });
      }
  return counts;
}

/**
 * True, "some" or false: whether all, some or none of the records have a label after the changes. A label that is only
 * predicted in some record does not count as on all yet, so that the first press confirms it (TAN-15).
 */
export function carriedBy(label: string, count: LabelCount | undefined, total: number, changes: LabelChanges) {
  const change = changes.get(label);
  if (change !== undefined) return change === "add";
  const { carried, suggested } = count ?? NO_RECORD;
  return carried - suggested === total || (carried > 0 && "some");
}

type NewChange = {
  readonly label: string;
  readonly what: "add" | "remove";
  /** true if a record may have several labels; else a change replaces the earlier one */
  readonly several: boolean;
  /** number of records that have it now; undefined: none */
  readonly count: LabelCount | undefined;
  readonly total: number;
};

/** Adds a change, unless it changes nothing. */
export function withChange(changes: LabelChanges, { label, what, several, count, total }: NewChange): LabelChanges {
  const others = several ? [...changes].filter(([other]) => other !== label) : [];
  const { carried, suggested } = count ?? NO_RECORD;
  const isSo = what === "add" ? carried - suggested === total : carried === 0;
  return new Map(isSo ? others : [...others, [label, what]]);
}

/** The labels of a record after the changes: several labels are merged; with a single label the last one counts. */
export function withLabelChanges(record: ShownTextRecord, changes: LabelChanges): Labels {
  const kept = annotatedClasses(record.answer).filter((label) => changes.get(label) !== "remove");
  const added = [...changes].flatMap(([label, change]) => (change === "add" ? [label] : []));
  if (!record.multiLabel && added.length > 0) return labelsOfRecord(record, added.slice(-1));
  return labelsOfRecord(record, [...new Set([...kept, ...added])]);
}
