import { sql } from "kysely";
import { compiled } from "../compiled.ts";

/** The sizes of task documents: the engine knows them without reading the documents. */

export type DocumentSize = {
  readonly seq: number;
  readonly id: string;
  readonly bytes: number;
  /** 0 or 1. */
  readonly hasVectors: number;
};

const SIZE = [
  "seq",
  "id",
  sql<number>`octet_length(document)`.as("bytes"),
  sql<number>`vectors is not null`.as("hasVectors"),
] as const;

export const sizesBySeq = compiled((db, datasetKey: number, seqs: readonly number[]) =>
  db.selectFrom("task_record").select(SIZE).where("dataset_key", "=", datasetKey).where("seq", "in", seqs),
);

export const sizesById = compiled((db, datasetKey: number, ids: readonly string[]) =>
  db.selectFrom("task_record").select(SIZE).where("dataset_key", "=", datasetKey).where("id", "in", ids),
);
