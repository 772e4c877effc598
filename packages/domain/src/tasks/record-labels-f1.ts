import { type Side, type Tally, tallyDecisions } from "./f1-scores.ts";
import { isLikely } from "./likely-label.ts";
import type { Entity } from "./task-record.ts";

/** The stored parts of a record from which its scores are computed. */
export type LabeledRecord = {
  readonly multiLabel: boolean;
  readonly annotated: readonly ScoredLabel[];
  readonly predicted: readonly ScoredLabel[];
};
type ScoredLabel = { readonly label: string; readonly score: number };

/** A label and its place. */
type Span = Pick<Entity, "start" | "end" | "label">;

const sideOf = (labels: readonly string[]): Side => new Map(labels.map((label) => [label, label]));

/** Compares the first label of each side, which is the best one. A record without labels on a side does not count. */
export function tallyFirstLabels(tally: Tally, { annotated, predicted }: LabeledRecord, records = 1): void {
  const [first] = annotated;
  const [best] = predicted;
  if (first && best) tallyDecisions(tally, sideOf([first.label]), sideOf([best.label]), records);
}

/** Compares all labels, each as one decision. */
export function tallyAllLabels(tally: Tally, record: LabeledRecord, records = 1): void {
  if (!record.multiLabel) {
    tallyFirstLabels(tally, record, records);
    return;
  }
  const predicted = record.predicted.filter(({ score }) => isLikely(score));
  const labelsOf = (labels: readonly ScoredLabel[]) => sideOf(labels.map(({ label }) => label));
  tallyDecisions(tally, labelsOf(record.annotated), labelsOf(predicted), records);
}

/** Only the parts of a record that its scores need, as text, so that equal records are counted together. */
export function packLabels({ multiLabel, annotated, predicted }: LabeledRecord): string {
  const isBeyond = ({ score }: ScoredLabel) => isLikely(score);
  const most = multiLabel ? annotated.length : 1;
  const counted = multiLabel ? predicted.filter((one, index) => index === 0 || isBeyond(one)) : predicted.slice(0, 1);
  const scored = counted.map((one): Packed => [one.label, multiLabel && !isBeyond(one) ? 0 : 1]);
  return JSON.stringify([multiLabel, annotated.slice(0, most).map(({ label }): Packed => [label, 1]), scored]);
}

type Packed = readonly [label: string, score: number];

/** The packed record, as far as its scores need it. */
export function unpackLabels(text: string): LabeledRecord {
  const [multiLabel, ...sides]: [boolean, readonly Packed[], readonly Packed[]] = JSON.parse(text);
  const [annotated, predicted] = sides.map((side) => side.map(([label, score]) => ({ label, score })));
  return { multiLabel, annotated: annotated ?? [], predicted: predicted ?? [] };
}

/**
 * Adds entities to those of other records. Entities are equal if start, end and label are equal, whichever record they
 * belong to: clients know these scores that way (contract api-v0 section 9).
 */
export function collectEntities(side: Map<string, string>, entities: readonly Span[]): void {
  for (const { start, end, label } of entities) side.set(`${start} ${end} ${label}`, label);
}
