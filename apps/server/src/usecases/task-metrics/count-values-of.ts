import type { FieldName } from "@postil/domain/search/query-tree";
import type { ValueCounts } from "@postil/domain/tasks/aggregations";
import { lengthCounts } from "@postil/domain/tasks/metric-summary";
import { type MetricQuestion, type Summarize, termsWanted } from "./metric-question.ts";

/** Metrics that count records by the values of a field. */

async function countsOf({ found }: MetricQuestion, field: FieldName, most: number | null): Promise<ValueCounts> {
  const { counts } = await found.facet(field, most);
  return counts.map(({ value, count }) => [String(value), count]);
}

/** The most frequent values. */
export const frequentValues =
  (field: FieldName): Summarize =>
  async (asked) => ({ kind: "counts", counts: await countsOf(asked, field, termsWanted(asked.options)) });

export const countStatuses: Summarize = async (asked) => ({
  kind: "counts",
  counts: await countsOf(asked, ["status"], null),
});

/** Records that say nothing of it, for want of one of the two sides, are unknown. */
export const countErrors: Summarize = async (asked) => {
  const known = await countsOf(asked, ["predicted"], null);
  const unknown = known.reduce((left, [, count]) => left - count, asked.found.count);
  const all: ValueCounts = unknown > 0 ? [...known, ["unknown", unknown]] : known;
  return { kind: "counts", counts: all.toSorted(([, a], [, b]) => b - a) };
};

export const countLengths: Summarize = async ({ found }) => {
  const { counts } = await found.facet(["metrics", "text_length"], null);
  return {
    kind: "counts",
    counts: lengthCounts(counts.map(({ value, count }) => ({ value: Number(value), count }))),
  };
};
