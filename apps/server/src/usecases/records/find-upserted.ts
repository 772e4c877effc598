import type { RecordUpsert } from "@postil/domain/records/record-input";
import type { Kysely } from "kysely";
import type { RecordRow } from "../../storage/record-rows.ts";
import type { Tables } from "../../storage/tables.ts";

/**
 * The record each item means, or null for one that is to be made: by external id when it has one that is not empty, else
 * by id within the dataset (contract api-v1 11.5). Two queries, however many items.
 */
export async function findUpserted(
  db: Kysely<Tables>,
  datasetKey: number,
  records: readonly Pick<RecordUpsert, "id" | "externalId">[],
): Promise<(RecordRow | null)[]> {
  const external = records.flatMap(({ externalId }) => externalId || []);
  const ids = records.flatMap(({ id, externalId }) => (externalId ? [] : (id ?? [])));
  const byExternalId = new Map<string | null, RecordRow>();
  for (const row of await find(db, datasetKey, "external_id", external)) byExternalId.set(row.external_id, row);
  const byId = new Map<string, RecordRow>();
  for (const row of await find(db, datasetKey, "id", ids)) byId.set(row.id, row);
  return records.map(({ id, externalId }) => (externalId ? byExternalId.get(externalId) : byId.get(id ?? "")) ?? null);
}

async function find(
  db: Kysely<Tables>,
  datasetKey: number,
  column: "id" | "external_id",
  values: readonly string[],
): Promise<RecordRow[]> {
  if (values.length === 0) return [];
  return db
    .selectFrom("record")
    .selectAll()
    .where("dataset_key", "=", datasetKey)
    .where(column, "in", values)
    .execute();
}
