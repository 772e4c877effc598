import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** A dataset by its key and the table of its family, which counts its records. */
export type DatasetRef = { readonly table: "dataset" | "task_dataset"; readonly key: number };

/**
 * A key that no dataset of either family has or ever had: the tables of records go by it alone. Read and written by one
 * statement, so writers that run at once wait for each other at its row and get different ones; one that fails gives its key back.
 */
export async function takeDatasetKey(db: Kysely<Tables>): Promise<number> {
  const { last } = await db
    .updateTable("dataset_sequence")
    .set(({ eb }) => ({ last: eb("last", "+", 1) }))
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}
