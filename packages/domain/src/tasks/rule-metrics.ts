/** How well a labeling rule does, from counts of records (contract api-v0 section 8, RUL-02, RUL-22). */

/** How many records there are, and how many of them the query finds. */
export type RuleCounts = {
  readonly records: number;
  /** With an annotation, also one without labels. */
  readonly annotated: number;
  readonly found: number;
  /** Of those found, how many are annotated with at least one label. */
  readonly foundLabeled: number;
  /** Of those found, how many are annotated with each of the rule's labels; each label once. */
  readonly foundWith: readonly number[];
};

/** Null: there is nothing to say it of. */
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

/** Each label is right on the records that have it and wrong on the other labeled ones. */
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
