import type { Micros } from "../time.ts";

/** A record as whoever labels it knows it, of whatever family its dataset is. What it says is its family's to read and to draw. */
export type LabeledRecord = {
  /** no other record has it, in whatever dataset: what a browser keeps of records is kept under it */
  readonly id: string;
  readonly datasetId: string;
  readonly metadata: { readonly [name: string]: unknown } | null;
  readonly externalId: string | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};
