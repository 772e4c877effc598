import type { MentionCounts, MetadataAggregation, ValueCounts } from "./aggregations.ts";
import type { F1Scores } from "./f1-scores.ts";
import type { LabeledMention } from "./mention-consistency.ts";

/** The result of a metric, as a plain value (contract api-v0 section 9). */

export type RuleSummary = {
  readonly covered: number;
  /** Number of those that are annotated with a label. */
  readonly annotatedCovered: number;
};
export type LabelOfRule = {
  readonly label: string;
  readonly correct: number;
  readonly incorrect: number;
  /** Number of records that have it, covered by the rule or not. */
  readonly annotated: number;
  readonly precision: number | null;
};

export type MetricSummary =
  | { readonly kind: "counts"; readonly counts: ValueCounts }
  /** Mentions by label. */
  | { readonly kind: "groups"; readonly groups: MentionCounts }
  | { readonly kind: "metadata"; readonly metadata: readonly MetadataAggregation[] }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  /** Scores of labels with their number of annotations; null: there were no decisions. */
  | { readonly kind: "label scores"; readonly scores: F1Scores | null }
  | { readonly kind: "entity scores"; readonly scores: F1Scores }
  | { readonly kind: "consistency"; readonly mentions: readonly LabeledMention[] }
  | { readonly kind: "rules"; readonly rules: RuleSummary }
  | { readonly kind: "rule"; readonly rule: RuleSummary & { readonly labels: readonly LabelOfRule[] } };

export const NO_COUNTS: MetricSummary = { kind: "counts", counts: [] };

/**
 * Largest range of lengths for which empty ones are listed: texts of millions of characters are unusual but allowed.
 */
const MOST_LENGTHS = 65_536;

/** The number of texts of each length, from the shortest to the longest. */
export function lengthCounts(counts: readonly { readonly value: number; readonly count: number }[]): ValueCounts {
  const sorted = counts.toSorted((a, b) => a.value - b.value);
  const [first, last] = [sorted[0]?.value ?? 0, sorted.at(-1)?.value ?? -1];
  if (last - first >= MOST_LENGTHS) return sorted.map(({ value, count }) => [`${value}.0`, count]);
  const byLength = new Map(sorted.map(({ value, count }) => [value, count]));
  return Array.from({ length: last - first + 1 }, (_, index) => [
    `${first + index}.0`,
    byLength.get(first + index) ?? 0,
  ]);
}
