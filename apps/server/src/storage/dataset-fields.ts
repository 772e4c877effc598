import type { Field } from "@postil/domain/datasets/field";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { fieldFromRow } from "./dataset-rows.ts";
import type { Tables } from "./tables.ts";

const inOrder = compiled((db, datasetId: string) =>
  db.selectFrom("field").selectAll().where("dataset_id", "=", datasetId).orderBy("inserted_at"),
);

/**
 * The fields of a dataset in the order of their creation. People see them in this order, and the columns of the text table
 * have it too.
 */
export async function loadFields(db: Kysely<Tables>, datasetId: string): Promise<Field[]> {
  return (await inOrder(db, datasetId)).map(fieldFromRow);
}

/** The field names. The index of a name is its column in the text table. */
export async function loadFieldNames(db: Kysely<Tables>, datasetId: string): Promise<string[]> {
  return (await inOrder(db, datasetId)).map(({ name }) => name);
}
