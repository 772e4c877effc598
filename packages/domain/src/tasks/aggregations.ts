import type { Task } from "../datasets/dataset-links.ts";

/** The aggregations over all records that a search finds (contract api-v0 6.2, search-semantics 6). */

/** Values with the number of records that have each, in the order of the reply. */
export type ValueCounts = readonly (readonly [value: string, count: number])[];

/** Sums of numbers, or of times in milliseconds. Without any value, `min` and `max` are infinite. */
export type NumberSums = {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly sum: number;
  readonly sumOfSquares: number;
};

export type MetadataAggregation = { readonly key: string } & (
  | { readonly counts: ValueCounts }
  | { readonly sums: NumberSums; readonly of: "numbers" | "times" }
);

export const COUNTED_FIELDS = [
  "predicted_as",
  "annotated_as",
  "predicted_by",
  "annotated_by",
  "status",
  "predicted",
] as const;
export type CountedField = (typeof COUNTED_FIELDS)[number];

export type MentionCounts = readonly (readonly [label: string, mentions: ValueCounts])[];

export type TaskAggregations = {
  readonly task: Task;
  readonly fields: { readonly [F in CountedField]: ValueCounts };
  readonly score: ValueCounts;
  readonly words: ValueCounts;
  readonly metadata: readonly MetadataAggregation[];
  /** Null for tasks other than token classification. */
  readonly mentions: { readonly predicted: MentionCounts; readonly annotated: MentionCounts } | null;
};

/** Most values in an aggregation of labels, agents and the like: the most frequent ones. */
export const MOST_VALUES = 1000;
export const MOST_CLOUD_WORDS = 80;
