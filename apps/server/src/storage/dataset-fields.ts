import type { Field } from "@postil/domain/datasets/field";
import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { fieldFromRow } from "./dataset-rows.ts";
import type { Tables } from "./tables.ts";

const inOrder = compiled((db, datasetId: string) =>
  db.selectFrom("field").selectAll().where("dataset_id", "=", datasetId).orderBy("inserted_at"),
);

/** The fields of a dataset in the order they were made: that in which people see them, and that of the columns of its text table. */
export async function loadFields(db: Kysely<Tables>, datasetId: string): Promise<Field[]> {
  return (await inOrder(db, datasetId)).map(fieldFromRow);
}

/** Their names. The place of a name is its column in the text table. */
export async function loadFieldNames(db: Kysely<Tables>, datasetId: string): Promise<string[]> {
  return (await inOrder(db, datasetId)).map(({ name }) => name);
}
