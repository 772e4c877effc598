import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";

/** Ids of a query; null: not all of them were ids. */
export type ListVectorsOfRecords = { readonly datasetId: string; readonly ids: readonly string[] | null };

/** A page of records at its largest (FQU-12). */
const MOST_AT_ONCE = 100;

/**
 * Which vectors records have, by name in the order of the settings: what can be asked for by their likeness (FFI-22), without
 * reading the vectors themselves. Records that are not of the dataset are left out.
 */
export async function listVectorsOfRecords(
  context: Context,
  { datasetId, ids }: ListVectorsOfRecords,
): Promise<{ recordId: string; vectors: readonly string[] }[]> {
  const dataset = await loadDatasetForMember(context, datasetId);
  if (ids === null) throw new Refusal("unprocessable", "Invalid UUID format");
  if (ids.length > MOST_AT_ONCE) {
    throw new Refusal("unprocessable", `Cannot tell the vectors of more than ${MOST_AT_ONCE} records at once`);
  }
  const rows = await context.db
    .selectFrom("record")
    .select(["id", "seq"])
    .where("dataset_key", "=", dataset.key)
    .where("id", "in", ids)
    .execute();
  const holders = await holdersOf(
    context,
    dataset.key,
    datasetId,
    rows.map(({ seq }) => seq),
  );
  return rows.map(({ id, seq }) => ({
    recordId: id,
    vectors: holders.flatMap(({ name, seqs }) => (seqs.has(seq) ? [name] : [])),
  }));
}

/** Each kind of vector with those of the records that have one. */
async function holdersOf({ db }: Pick<Context, "db">, datasetKey: number, datasetId: string, seqs: readonly number[]) {
  const settings = await db
    .selectFrom("vector_settings")
    .select(["key", "name"])
    .where("dataset_id", "=", datasetId)
    .orderBy("inserted_at")
    .execute();
  return Promise.all(
    settings.map(async ({ key, name }) => {
      const rows = await db
        .selectFrom("vector")
        .select("seq")
        .where("dataset_key", "=", datasetKey)
        .where("vector_settings_key", "=", key)
        .where("seq", "in", seqs)
        .execute();
      return { name, seqs: new Set(rows.map(({ seq }) => seq)) };
    }),
  );
}
