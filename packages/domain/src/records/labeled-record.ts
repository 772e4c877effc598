import type { Micros } from "../time.ts";

/** A record of any dataset family, as the labeling page knows it. Only its family reads and draws its content. */
export type LabeledRecord = {
  /** unique among all datasets: the browser stores data of records under it */
  readonly id: string;
  readonly datasetId: string;
  readonly metadata: { readonly [name: string]: unknown } | null;
  readonly externalId: string | null;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};
