import type { Task } from "../datasets/dataset-links.ts";

/** What is told of all records that a search finds (contract api-v0 6.2, search-semantics 6). */

/** Values with how many records have each, in the order they are told. */
export type ValueCounts = readonly (readonly [value: string, count: number])[];

/** Of numbers or of times in milliseconds, all together; without any, the least and the greatest are infinite. */
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
  /** Of token classification. */
  readonly mentions: { readonly predicted: MentionCounts; readonly annotated: MentionCounts } | null;
};

/** Of labels, agents and the like so many values are told, the most frequent. */
export const MOST_VALUES = 1000;
export const MOST_CLOUD_WORDS = 80;
