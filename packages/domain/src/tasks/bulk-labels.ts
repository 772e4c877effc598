import { labelsOfRecord } from "./choose-label.ts";
import { annotatedClasses, type ShownTextRecord } from "./shown-record.ts";
import type { Labels } from "./task-record.ts";

/** What is done with labels of the records that are selected: each is given to all of them or taken from all. */
export type LabelChanges = ReadonlyMap<string, "add" | "remove">;

/** How many of the records carry a label, and how many of these only because it is predicted. */
export type LabelCount = { readonly carried: number; readonly suggested: number };

const NO_RECORD: LabelCount = { carried: 0, suggested: 0 };

/**
 * Several labels are begun with what is predicted (TAN-08); a single one is chosen, so one that is only predicted is carried by nobody.
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
 * Whether all, some or none of the records carry a label once the changes are made. One that somewhere is only predicted is not
 * carried by all yet, so that the first press confirms it (TAN-15).
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
  /** whether a record may have several labels; else a change takes the place of the one before */
  readonly several: boolean;
  /** so many carry it now, of so many; undefined: none */
  readonly count: LabelCount | undefined;
  readonly total: number;
};

/** The changes with one more; one that would change nothing is none. */
export function withChange(changes: LabelChanges, { label, what, several, count, total }: NewChange): LabelChanges {
  const others = several ? [...changes].filter(([other]) => other !== label) : [];
  const { carried, suggested } = count ?? NO_RECORD;
  const isSo = what === "add" ? carried - suggested === total : carried === 0;
  return new Map(isSo ? others : [...others, [label, what]]);
}

/** What a record says once the changes are made: of several labels they are merged, of a single one the last wins. */
export function withLabelChanges(record: ShownTextRecord, changes: LabelChanges): Labels {
  const kept = annotatedClasses(record.answer).filter((label) => changes.get(label) !== "remove");
  const added = [...changes].flatMap(([label, change]) => (change === "add" ? [label] : []));
  if (!record.multiLabel && added.length > 0) return labelsOfRecord(record, added.slice(-1));
  return labelsOfRecord(record, [...new Set([...kept, ...added])]);
}
