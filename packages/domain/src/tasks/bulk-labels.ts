import { labelsOfRecord } from "./choose-label.ts";
import { annotatedClasses, type ShownTextRecord } from "./shown-record.ts";
import type { Labels } from "./task-record.ts";

/** What is done with labels of the records that are selected: each is given to all of them or taken from all. */
export type LabelWishes = ReadonlyMap<string, "add" | "remove">;

/**
 * How many of the records carry each label. Several labels are begun with what is predicted (TAN-08); a single one is chosen, so one
 * that is only predicted is carried by nobody.
 */
export function labelCounts(records: readonly ShownTextRecord[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { answer, answerOrigin, multiLabel } of records)
    if (multiLabel || answerOrigin !== "prediction")
      for (const label of annotatedClasses(answer)) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

/** Whether all, some or none of the records carry a label once the wishes are granted. */
export function carriedBy(label: string, counts: ReadonlyMap<string, number>, total: number, wishes: LabelWishes) {
  const wish = wishes.get(label);
  if (wish !== undefined) return wish === "add";
  const count = counts.get(label) ?? 0;
  return count > 0 && count < total ? "some" : count > 0;
}

type NewWish = {
  readonly label: string;
  readonly what: "add" | "remove";
  /** whether a record may have several labels; else a wish takes the place of the one before */
  readonly several: boolean;
  /** so many carry it now, of so many */
  readonly count: number;
  readonly total: number;
};

/** The wishes with one more; one that would change nothing is none. */
export function withWish(wishes: LabelWishes, { label, what, several, count, total }: NewWish): LabelWishes {
  const others = several ? [...wishes].filter(([other]) => other !== label) : [];
  const isSo = what === "add" ? count === total : count === 0;
  return new Map(isSo ? others : [...others, [label, what]]);
}

/** What a record says once the wishes are granted: of several labels they are merged, of a single one the last wins. */
export function grantedLabels(record: ShownTextRecord, wishes: LabelWishes): Labels {
  const kept = annotatedClasses(record.answer).filter((label) => wishes.get(label) !== "remove");
  const added = [...wishes].flatMap(([label, wish]) => (wish === "add" ? [label] : []));
  if (!record.multiLabel && added.length > 0) return labelsOfRecord(record, added.slice(-1));
  return labelsOfRecord(record, [...new Set([...kept, ...added])]);
}
