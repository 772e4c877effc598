import { type Side, type Tally, tallyDecisions } from "./f1-scores.ts";
import { isLikely } from "./likely-label.ts";
import type { Entity } from "./task-record.ts";

/** What of a record its scores are made of, as it is stored. */
export type LabeledRecord = {
  readonly multiLabel: boolean;
  readonly annotated: readonly ScoredLabel[];
  readonly predicted: readonly ScoredLabel[];
};
type ScoredLabel = { readonly label: string; readonly score: number };

/** A label and where it stands. */
type Span = Pick<Entity, "start" | "end" | "label">;

const sideOf = (labels: readonly string[]): Side => new Map(labels.map((label) => [label, label]));

/** The first label of each side, which lists the best first. A record without labels on a side does not count. */
export function tallyFirstLabels(tally: Tally, { annotated, predicted }: LabeledRecord, records = 1): void {
  const [first] = annotated;
  const [best] = predicted;
  if (first && best) tallyDecisions(tally, sideOf([first.label]), sideOf([best.label]), records);
}

/** All labels, each one a decision. */
export function tallyAllLabels(tally: Tally, record: LabeledRecord, records = 1): void {
  if (!record.multiLabel) {
    tallyFirstLabels(tally, record, records);
    return;
  }
  const predicted = record.predicted.filter(({ score }) => isLikely(score));
  const labelsOf = (labels: readonly ScoredLabel[]) => sideOf(labels.map(({ label }) => label));
  tallyDecisions(tally, labelsOf(record.annotated), labelsOf(predicted), records);
}

/** What of a record its scores are made of and nothing else, as a text: records that say the same are counted together. */
export function packLabels({ multiLabel, annotated, predicted }: LabeledRecord): string {
  const isBeyond = ({ score }: ScoredLabel) => isLikely(score);
  const most = multiLabel ? annotated.length : 1;
  const counted = multiLabel ? predicted.filter((one, index) => index === 0 || isBeyond(one)) : predicted.slice(0, 1);
  const scored = counted.map((one): Packed => [one.label, multiLabel && !isBeyond(one) ? 0 : 1]);
  return JSON.stringify([multiLabel, annotated.slice(0, most).map(({ label }): Packed => [label, 1]), scored]);
}

type Packed = readonly [label: string, score: number];

/** The record that was packed so, as far as its scores go. */
export function unpackLabels(text: string): LabeledRecord {
  const [multiLabel, ...sides]: [boolean, readonly Packed[], readonly Packed[]] = JSON.parse(text);
  const [annotated, predicted] = sides.map((side) => side.map(([label, score]) => ({ label, score })));
  return { multiLabel, annotated: annotated ?? [], predicted: predicted ?? [] };
}

/**
 * Puts entities with those of other records. They are the same when they begin and end alike and have the same label, whichever
 * record they are of: so clients know these scores (contract api-v0 section 9).
 */
export function collectEntities(side: Map<string, string>, entities: readonly Span[]): void {
  for (const { start, end, label } of entities) side.set(`${start} ${end} ${label}`, label);
}
