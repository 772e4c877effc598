/** The quality of a labeling rule, computed from counts of records (contract api-v0 section 8, RUL-02, RUL-22). */

/** The number of records, and the number that the query finds. */
export type RuleCounts = {
  readonly records: number;
  /** Number of annotated records, also those without labels. */
  readonly annotated: number;
  readonly found: number;
  /** Number of found records that are annotated with at least one label. */
  readonly foundLabeled: number;
  /** For each of the rule's labels, the number of found records annotated with it; each label once. */
  readonly foundWith: readonly number[];
};

/** Null: there are no records to compute it from. */
export type CoverageMetrics = {
  readonly totalRecords: number;
  readonly annotatedRecords: number;
  readonly coverage: number | null;
  readonly coverageAnnotated: number | null;
};
export type RuleMetrics = CoverageMetrics & {
  readonly correct: number | null;
  readonly incorrect: number | null;
  readonly precision: number | null;
};

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export const coverageMetrics = ({
  records,
  annotated,
  found,
  foundLabeled,
}: Omit<RuleCounts, "foundWith">): CoverageMetrics => ({
  totalRecords: records,
  annotatedRecords: annotated,
  coverage: share(found, records),
  coverageAnnotated: share(foundLabeled, annotated),
});

/** Each label is correct on the records annotated with it, and incorrect on the other labeled records. */
export function ruleMetrics(counts: RuleCounts): RuleMetrics {
  const { annotated, foundLabeled, foundWith } = counts;
  const correct = foundWith.reduce((sum, count) => sum + count, 0);
  const incorrect = foundWith.length * foundLabeled - correct;
  const isKnown = annotated > 0;
  return {
    ...coverageMetrics(counts),
    correct: isKnown ? correct : null,
    incorrect: isKnown ? incorrect : null,
    precision: isKnown ? share(correct, correct + incorrect) : null,
  };
}
