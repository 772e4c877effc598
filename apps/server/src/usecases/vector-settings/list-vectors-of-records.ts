import type { Context } from "../../storage/store.ts";
import { type DatasetRow, loadDatasetForMember } from "../datasets/load-dataset.ts";

export type ListVectorsOfRecords = { readonly datasetId: string; readonly recordIds: readonly string[] };

/**
 * Which vectors records have, by name in the order of the settings: what can be asked for by their likeness (FFI-22), without
 * reading the vectors themselves. Records that are not of the dataset are left out.
 */
export async function listVectorsOfRecords(
  context: Context,
  { datasetId, recordIds }: ListVectorsOfRecords,
): Promise<{ recordId: string; vectors: readonly string[] }[]> {
  const dataset = await loadDatasetForMember(context, datasetId);
  const rows = await context.db
    .selectFrom("record")
    .select(["id", "seq"])
    .where("dataset_key", "=", dataset.key)
    .where("id", "in", recordIds)
    .execute();
  if (rows.length === 0) return [];
  const seqs = rows.map(({ seq }) => seq);
  const holders = await holdersOf(context, dataset, seqs);
  return rows.map(({ id, seq }) => ({
    recordId: id,
    vectors: holders.flatMap(({ name, holds }) => (holds.has(seq) ? [name] : [])),
  }));
}

/** Each kind of vector with those of the records that have one. */
async function holdersOf({ db }: Pick<Context, "db">, dataset: DatasetRow, seqs: readonly number[]) {
  const settings = await db
    .selectFrom("vector_settings")
    .select(["key", "name"])
    .where("dataset_id", "=", dataset.id)
    .orderBy("inserted_at")
    .execute();
  return Promise.all(
    settings.map(async ({ key, name }) => {
      const rows = await db
        .selectFrom("vector")
        .select("seq")
        .where("dataset_key", "=", dataset.key)
        .where("vector_settings_key", "=", key)
        .where("seq", "in", seqs)
        .execute();
      return { name, holds: new Set(rows.map(({ seq }) => seq)) };
    }),
  );
}
