import { maySeeProperty } from "@postil/domain/accounts/policies";
import type { Kysely } from "kysely";
import type { Caller } from "../../storage/store.ts";
import type { Tables } from "../../storage/tables.ts";

/** The names of metadata the caller may see on records of a dataset; null: all, undeclared ones too (ROL-03, ROL-04). */
export async function metadataSeen(
  db: Kysely<Tables>,
  caller: Caller,
  datasetId: string,
): Promise<ReadonlySet<string> | null> {
  if (maySeeProperty(caller, { visibleForAnnotators: false })) return null;
  const rows = await db
    .selectFrom("metadata_property")
    .select("name")
    .where("dataset_id", "=", datasetId)
    .where("visible_for_annotators", "=", 1)
    .execute();
  return new Set(rows.map((row) => row.name));
}
