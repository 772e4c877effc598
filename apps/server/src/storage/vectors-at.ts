import { compiled } from "./compiled.ts";

/** The numbers of some records of a dataset, of one kind of vector; of both families. */
export const vectorsAt = compiled((db, datasetKey: number, key: number, seqs: readonly number[]) =>
  db
    .selectFrom("vector")
    .select(["seq", "value"])
    .where("dataset_key", "=", datasetKey)
    .where("vector_settings_key", "=", key)
    .where("seq", "in", seqs),
);
