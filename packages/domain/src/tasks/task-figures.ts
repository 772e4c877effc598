import { compareCodePoints } from "../text/characters.ts";

/** The figures in the panel of a task dataset (TSE-18, TSE-28, TAN-13). */

/** Values with their number of records, as a reply contains them: the order means nothing. */
export type Counts = { readonly [value: string]: number };

/** The most frequent first; equally frequent ones by name. */
export const byCount = (counts: Counts): readonly (readonly [value: string, count: number])[] =>
  Object.entries(counts).sort(([a, one], [b, other]) => other - one || compareCodePoints(a, b));

export const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

type AnnotationProgress = {
  readonly total: number;
  readonly validated: number;
  readonly discarded: number;
  readonly edited: number;
  /** Number of records without any action. */
  readonly untouched: number;
  /** Share of validated and discarded records, 0 to 1. */
  readonly share: number;
};

/** The progress of the whole dataset; a status that is missing in the reply has no records (TSE-18). */
export function annotationProgress(total: number, status: Counts): AnnotationProgress {
  const { Validated: validated = 0, Discarded: discarded = 0, Edited: edited = 0 } = status;
  const done = validated + discarded;
  return {
    ...{ total, validated, discarded, edited },
    untouched: Math.max(0, total - done - edited),
    share: total === 0 ? 0 : done / total,
  };
}

/** For records with both prediction and annotation: how many agree; null: there are none. */
export function agreement({
  ok = 0,
  ko = 0,
}: Counts): { ok: number; ko: number; compared: number; share: number } | null {
  const compared = ok + ko;
  return compared === 0 ? null : { ok, ko, compared, share: ok / compared };
}

export type LabelFigures = { readonly label: string; readonly predicted: number; readonly annotated: number };

/** Each predicted or annotated label, sorted by annotations, then by predictions. */
export function labelFigures(predicted: Counts, annotated: Counts): readonly LabelFigures[] {
  const of = (counts: Counts, label: string) => (Object.hasOwn(counts, label) ? (counts[label] ?? 0) : 0);
  return [...new Set([...Object.keys(annotated), ...Object.keys(predicted)])]
    .map((label) => ({ label, predicted: of(predicted, label), annotated: of(annotated, label) }))
    .sort((a, b) => b.annotated - a.annotated || b.predicted - a.predicted || compareCodePoints(a.label, b.label));
}

const BINS = 10;

/** Sums score counts into bins of ten percent; scores outside 0 to 1 count in the first or last bin. */
export function scoreBins(scores: Counts): readonly { from: number; to: number; count: number }[] {
  const counts = new Array<number>(BINS).fill(0);
  for (const [score, count] of Object.entries(scores)) {
    // A score is given by the lower end of its bucket, which may have a rounding error.
    const bin = Math.min(BINS - 1, Math.max(0, Math.floor(Number(score) * BINS + 1e-9)));
    counts[bin] = (counts[bin] ?? 0) + count;
  }
  return counts.map((count, bin) => ({ from: bin * BINS, to: (bin + 1) * BINS, count }));
}
