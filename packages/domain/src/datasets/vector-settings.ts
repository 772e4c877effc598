import type { Micros } from "../time.ts";

export type VectorSettings = {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly dimensions: number;
  readonly datasetId: string;
  readonly insertedAt: Micros;
  readonly updatedAt: Micros;
};
