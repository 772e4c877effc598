import { type Entity, isLikely } from "./task-record.ts";

/** Precision, recall and F1 of predictions against annotations, for each label and together (contract api-v0 section 9). */

/** Counts for a label: predicted and annotated, only predicted, and only annotated. */
type Decisions = { right: number; predictedOnly: number; annotatedOnly: number };

type Scores = { readonly precision: number; readonly recall: number; readonly f1: number };
export type F1Scores = {
  readonly macro: Scores;
  readonly micro: Scores;
  /** `support`: number of its annotations. */
  readonly labels: readonly (Scores & { readonly label: string; readonly support: number })[];
};

/** The counts by label, in the order in which the labels came. */
export type Tally = Map<string, Decisions>;

function decisionsOn(tally: Tally, label: string): Decisions {
  const known = tally.get(label);
  if (known) return known;
  const decisions = { right: 0, predictedOnly: 0, annotatedOnly: 0 };
  tally.set(label, decisions);
  return decisions;
}

/** Keys of the compared things, such as entities, with their labels. Both sides may have one key. */
export type Side = ReadonlyMap<string, string>;

/** Counts one decision for each key on either side, in each of `records` equal records. */
function tallyDecisions(tally: Tally, annotated: Side, predicted: Side, records = 1): void {
  for (const [key, label] of annotated) {
    const decisions = decisionsOn(tally, label);
    if (predicted.has(key)) decisions.right += records;
    else decisions.annotatedOnly += records;
  }
  for (const [key, label] of predicted) if (!annotated.has(key)) decisionsOn(tally, label).predictedOnly += records;
}

/** A division by 0 gives 0. */
const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const harmonic = (precision: number, recall: number): number => ratio(2 * precision * recall, precision + recall);

function scoresOf({ right, predictedOnly, annotatedOnly }: Decisions): Scores {
  const precision = ratio(right, right + predictedOnly);
  const recall = ratio(right, right + annotatedOnly);
  return { precision, recall, f1: harmonic(precision, recall) };
}

const sumOf = (decisions: Iterable<Decisions>): Decisions => {
  const sum = { right: 0, predictedOnly: 0, annotatedOnly: 0 };
  for (const { right, predictedOnly, annotatedOnly } of decisions) {
    sum.right += right;
    sum.predictedOnly += predictedOnly;
    sum.annotatedOnly += annotatedOnly;
  }
  return sum;
};

const mean = (values: readonly number[]): number =>
  ratio(
    values.reduce((sum, value) => sum + value, 0),
    values.length,
  );

function averaged(tally: Tally): F1Scores {
  const labels = Array.from(tally, ([label, decisions]) => ({
    label,
    ...scoresOf(decisions),
    support: decisions.right + decisions.annotatedOnly,
  }));
  const macro = {
    precision: mean(labels.map(({ precision }) => precision)),
    recall: mean(labels.map(({ recall }) => recall)),
    f1: mean(labels.map(({ f1 }) => f1)),
  };
  return { macro, micro: scoresOf(sumOf(tally.values())), labels };
}

/** Scores for record labels: labels on either side count. Null: there were no decisions. */
export const labelScores = (tally: Tally): F1Scores | null => (tally.size === 0 ? null : averaged(tally));

/** Only labels that are annotated count; the overall F1 is that of the mean precision and recall. */
export function entityScores(annotated: Side, predicted: Side): F1Scores {
  const tally: Tally = new Map();
  tallyDecisions(tally, annotated, predicted);
  const counted = [...tally].filter(([, decided]) => decided.right + decided.annotatedOnly > 0);
  const scores = averaged(new Map(counted));
  const { precision, recall } = scores.macro;
  return { ...scores, macro: { precision, recall, f1: harmonic(precision, recall) } };
}

export type LabeledRecord = {
  readonly multiLabel: boolean;
  readonly annotated: readonly ScoredLabel[];
  readonly predicted: readonly ScoredLabel[];
};
type ScoredLabel = { readonly label: string; readonly score: number };

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
