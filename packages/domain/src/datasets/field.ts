import type { Micros } from "../time.ts";

export type FieldSettings = { readonly type: "text"; readonly useMarkdown: boolean };

/** Most fields of a dataset: each is a column of its text index. */
export const MOST_FIELDS = 1000;

export type Field = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly required: boolean;
  readonly settings: FieldSettings;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};
