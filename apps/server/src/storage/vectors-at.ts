import { compiled } from "./compiled.ts";

/** The vectors of one kind for some records of a dataset, for both families. */
export const vectorsAt = compiled((db, datasetKey: number, key: number, seqs: readonly number[]) =>
  db
    .selectFrom("vector")
    .select(["seq", "value"])
    .where("dataset_key", "=", datasetKey)
    .where("vector_settings_key", "=", key)
    .where("seq", "in", seqs),
);
