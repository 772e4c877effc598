import type { Micros } from "../time.ts";

export type FieldSettings = { readonly type: "text"; readonly useMarkdown: boolean };

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
