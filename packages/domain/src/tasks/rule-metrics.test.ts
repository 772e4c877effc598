import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleMetrics } from "./labeling-rule.ts";

/** A record as the formulas of the contract see it; `labels` null: not annotated. */
type Seen = { readonly found: boolean; readonly labels: readonly string[] | null };

const LABELS = ["A", "B", "C"];
const seen = fc.record({
  found: fc.boolean(),
  labels: fc.option(fc.uniqueArray(fc.constantFrom(...LABELS)), { nil: null }),
});

/** The contract's formulas word for word, over sets of records. */
function byTheFormulas(records: readonly Seen[], ruleLabels: readonly string[]) {
  const distinct = [...new Set(ruleLabels)];
  const found = records.filter((record) => record.found);
  const annotated = records.filter(({ labels }) => labels !== null);
  const foundLabeled = found.filter(({ labels }) => labels !== null && labels.length > 0);
  const has = (label: string) => (record: Seen) => record.labels?.includes(label) ?? false;
  const count = (one: (label: string) => number) => distinct.reduce((sum, label) => sum + one(label), 0);
  const correct = count((label) => found.filter(has(label)).length);
  const incorrect = count((label) => foundLabeled.filter((record) => !has(label)(record)).length);
  const none = annotated.length === 0;
  return {
    totalRecords: records.length,
    annotatedRecords: annotated.length,
    coverage: records.length === 0 ? null : found.length / records.length,
    coverageAnnotated: none ? null : foundLabeled.length / annotated.length,
    correct: none ? null : correct,
    incorrect: none ? null : incorrect,
    precision: none || correct + incorrect === 0 ? null : correct / (correct + incorrect),
  };
}

const countsOf = (records: readonly Seen[], ruleLabels: readonly string[]) => {
  const found = records.filter((record) => record.found);
  return {
    records: records.length,
    annotated: records.filter(({ labels }) => labels !== null).length,
    found: found.length,
    foundLabeled: found.filter(({ labels }) => (labels?.length ?? 0) > 0).length,
    foundWith: [...new Set(ruleLabels)].map((label) => found.filter(({ labels }) => labels?.includes(label)).length),
  };
};

test("RUL-02 RUL-22 the metrics of a rule are those of the contract's formulas, from counts alone", () => {
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 12 }), fc.array(fc.constantFrom(...LABELS, "Z")), (records, labels) => {
      expect(ruleMetrics(countsOf(records, labels))).toEqual(byTheFormulas(records, labels));
    }),
    { numRuns: 2000 },
  );
});

test("RUL-22 precision is the mean over the labels", () => {
  const counts = { records: 5, annotated: 4, found: 4, foundLabeled: 2, foundWith: [1, 0] };
  expect(ruleMetrics(counts)).toMatchObject({
    coverage: 0.8,
    coverageAnnotated: 0.5,
    correct: 1,
    incorrect: 3,
    precision: 0.25,
  });
});
