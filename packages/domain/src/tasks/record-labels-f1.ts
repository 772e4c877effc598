import { type Side, type Tally, tallyDecisions } from "./f1-scores.ts";
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

/** A label of a record that may have several counts as predicted beyond this. */
const PREDICTED_BEYOND = 0.5;

const sideOf = (labels: readonly string[]): Side => new Map(labels.map((label) => [label, label]));

/** The first label of each side, which lists the best first. A record without labels on a side does not count. */
export function tallyFirstLabels(tally: Tally, { annotated, predicted }: LabeledRecord): void {
  const [first] = annotated;
  const [best] = predicted;
  if (first && best) tallyDecisions(tally, sideOf([first.label]), sideOf([best.label]));
}

/** All labels, each one a decision. */
export function tallyAllLabels(tally: Tally, record: LabeledRecord): void {
  if (!record.multiLabel) {
    tallyFirstLabels(tally, record);
    return;
  }
  const predicted = record.predicted.filter(({ score }) => score > PREDICTED_BEYOND);
  const labelsOf = (labels: readonly ScoredLabel[]) => sideOf(labels.map(({ label }) => label));
  tallyDecisions(tally, labelsOf(record.annotated), labelsOf(predicted));
}

/**
 * Puts entities with those of other records. They are the same when they begin and end alike and have the same label, whichever
 * record they are of: so clients know these scores (contract api-v0 section 9).
 */
export function collectEntities(side: Map<string, string>, entities: readonly Span[]): void {
  for (const { start, end, label } of entities) side.set(`${start} ${end} ${label}`, label);
}
