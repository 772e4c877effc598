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
 * gaps and never twice. So a reader has seen all numbers below the last one: the dataset is locked until the commit.
 */
export async function takeRecordNumbers(db: Db, { table, key }: DatasetRef, count: number): Promise<number> {
  await db.lock.dataset(key);
  const { next_seq: next } = await db
    .updateTable(table)
    .set(({ eb }) => ({ next_seq: eb("next_seq", "+", count) }))
    .where("key", "=", key)
    .returning("next_seq")
    .executeTakeFirstOrThrow();
  if (next > MOST_RECORDS) throw new Refusal("unprocessable", `A dataset holds at most ${MOST_RECORDS} records`);
  return next - count;
}

/** Tables with a `dataset_key`, and their primary keys. Records are last: rows that point to them are removed first. */
export const ROWS_OF_DATASET = {
  vector: ["dataset_key", "vector_settings_key", "seq"],
  filter_value: ["dataset_key", "target", "value", "seq"],
  suggestion: ["dataset_key", "seq", "question_key"],
  response: ["dataset_key", "seq", "user_key"],
  activity: ["key"],
  flag: ["dataset_key", "seq", "user_key"],
  saved_view: ["id"],
  file_columns: ["dataset_key"],
  dataset_activity: ["dataset_key"],
  brought: ["dataset_key", "seq"],
  snapshot: ["key"],
  changed_block: ["dataset_key", "part", "block"],
  live_block: ["dataset_key", "block"],
  answered_block: ["dataset_key", "user_key", "status", "block"],
  user_counts: ["dataset_key", "user_key"],
  record: ["dataset_key", "seq"],
  labeling_rule: ["key"],
  task_settings: ["dataset_key"],
  task_target: ["dataset_key", "path"],
  task_vector: ["key"],
  task_record: ["dataset_key", "seq"],
} as const;

/** Tables whose rows belong to a record; records are last. `by`: the index column before the record number, if any. */
export const ROWS_OF_RECORDS = [
  { table: "vector", by: "vector_settings_key" },
  { table: "filter_value", by: "target" },
  { table: "suggestion", by: null },
  { table: "response", by: null },
  { table: "activity", by: null },
  { table: "flag", by: null },
  { table: "brought", by: null },
  { table: "record", by: null },
  { table: "task_record", by: null },
] as const satisfies readonly { readonly table: keyof typeof ROWS_OF_DATASET; readonly by: string | null }[];
