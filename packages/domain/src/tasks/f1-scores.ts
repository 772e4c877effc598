/** Precision, recall and F1 of predictions against annotations, for each label and together (contract api-v0 section 9). */

/** How often a label was predicted and annotated, predicted alone, and annotated alone. */
type Decisions = { right: number; predictedOnly: number; annotatedOnly: number };

type Scores = { readonly precision: number; readonly recall: number; readonly f1: number };
export type F1Scores = {
  readonly macro: Scores;
  readonly micro: Scores;
  /** `support`: how often it was annotated. */
  readonly labels: readonly (Scores & { readonly label: string; readonly support: number })[];
};

/** What labels were decided on, in the order they came. */
export type Tally = Map<string, Decisions>;

function decisionsOn(tally: Tally, label: string): Decisions {
  const known = tally.get(label);
  if (known) return known;
  const decisions = { right: 0, predictedOnly: 0, annotatedOnly: 0 };
  tally.set(label, decisions);
  return decisions;
}

/** What was decided on one side of a record: something that may be on the other side too, and its label. */
export type Side = ReadonlyMap<string, string>;

/** One decision on everything that is on either side, in each of so many records. */
export function tallyDecisions(tally: Tally, annotated: Side, predicted: Side, records = 1): void {
  for (const [key, label] of annotated) {
    const decisions = decisionsOn(tally, label);
    if (predicted.has(key)) decisions.right += records;
    else decisions.annotatedOnly += records;
  }
  for (const [key, label] of predicted) if (!annotated.has(key)) decisionsOn(tally, label).predictedOnly += records;
}

/** What cannot be divided is 0. */
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

/** Of labels of records: all that are on either side count. Null: nothing was decided on. */
export const labelScores = (tally: Tally): F1Scores | null => (tally.size === 0 ? null : averaged(tally));

/** Of entities: only labels that are annotated somewhere count, and the F1 of the means stands for them all. */
export function entityScores(annotated: Side, predicted: Side): F1Scores {
  const tally: Tally = new Map();
  tallyDecisions(tally, annotated, predicted);
  const counted = [...tally].filter(([, decided]) => decided.right + decided.annotatedOnly > 0);
  const scores = averaged(new Map(counted));
  const { precision, recall } = scores.macro;
  return { ...scores, macro: { precision, recall, f1: harmonic(precision, recall) } };
}
