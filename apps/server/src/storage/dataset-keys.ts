import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** A dataset by its key, and the table of its family, which has its record count. */
export type DatasetRef = { readonly table: "dataset" | "task_dataset"; readonly key: number };

/**
 * Takes a key that no dataset of either family has or ever had: the tables of records use only this key. One statement reads
 * and writes the counter. So parallel writers wait for its row lock and get different keys; a failed transaction returns its
 * key.
 */
export async function takeDatasetKey(db: Kysely<Tables>): Promise<number> {
  const { last } = await db
    .updateTable("dataset_sequence")
    .set(({ eb }) => ({ last: eb("last", "+", 1) }))
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}
