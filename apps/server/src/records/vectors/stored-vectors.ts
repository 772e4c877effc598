import type { VectorKind } from "../../storage/engine.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Db, Seqs } from "../../storage/tables.ts";
import { vectorFromBytes } from "../../storage/vectors.ts";

const TOGETHER = 500;

/** The stored vectors of some records; records without one are left out. */
export async function* storedVectors(
  db: Db,
  { datasetKey, settingsKey, dimensions }: Omit<VectorKind, "metric">,
  seqs: Seqs,
): AsyncGenerator<{ readonly seq: number; readonly vector: readonly number[] }> {
  for (let from = 0; from < seqs.length; from += TOGETHER) {
    const rows = await rowsOf(db, "vector", { dataset_key: datasetKey, vector_settings_key: settingsKey })
      .select(["seq", "value"])
      .where("seq", "in", seqs.slice(from, from + TOGETHER))
      .execute();
    for (const { seq, value } of rows) yield { seq, vector: vectorFromBytes(value, dimensions) };
  }
}
