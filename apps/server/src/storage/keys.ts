import { MOST_RECORDS } from "@postil/domain/queue/places";
import { Refusal } from "@postil/domain/refusal";
import type { Db } from "./tables.ts";

/** A dataset by its key, and the table of its family, which has its record count. */
export type DatasetRef = { readonly table: "dataset" | "task_dataset"; readonly key: number };

/**
 * Takes a key that no dataset of either family has or ever had: the tables of records use only this key. One statement reads
 * and writes the counter. So parallel writers wait for its row lock and get different keys; a failed transaction returns its
 * key.
 */
export async function takeDatasetKey(db: Db): Promise<number> {
  const { last } = await db
    .updateTable("dataset_sequence")
    .set(({ eb }) => ({ last: eb("last", "+", 1) }))
    .returning("last")
    .executeTakeFirstOrThrow();
  return last;
}

/**
 * Takes `count` numbers for new records of a dataset, and returns the first. Numbers follow the order of the commits, without
 * gaps and never twice. So a reader has seen all numbers below the last one. This depends on the single writer. Another
 * engine must hold the lock on the dataset's row, which this statement takes, until the commit.
 */
export async function takeRecordNumbers(db: Db, { table, key }: DatasetRef, count: number): Promise<number> {
  const { next_seq: next } = await db
    .updateTable(table)
    .set(({ eb }) => ({ next_seq: eb("next_seq", "+", count) }))
    .where("key", "=", key)
    .returning("next_seq")
    .executeTakeFirstOrThrow();
  if (next > MOST_RECORDS) throw new Refusal("unprocessable", `A dataset holds at most ${MOST_RECORDS} records`);
  return next - count;
}
