import { MOST_RECORDS } from "@postil/domain/queue/places";
import { Refusal } from "@postil/domain/refusal";
import type { Kysely } from "kysely";
import type { DatasetRef } from "./dataset-keys.ts";
import type { Tables } from "./tables.ts";

/**
 * Takes `count` numbers for new records of a dataset, and returns the first. Numbers follow the order of the commits, without
 * gaps and never twice. So a reader has seen all numbers below the last one. This depends on the single writer. Another
 * engine must hold the lock on the dataset's row, which this statement takes, until the commit.
 */
export async function takeRecordNumbers(
  db: Kysely<Tables>,
  { table, key }: DatasetRef,
  count: number,
): Promise<number> {
  const { next_seq: next } = await db
    .updateTable(table)
    .set(({ eb }) => ({ next_seq: eb("next_seq", "+", count) }))
    .where("key", "=", key)
    .returning("next_seq")
    .executeTakeFirstOrThrow();
  if (next > MOST_RECORDS) throw new Refusal("unprocessable", `A dataset holds at most ${MOST_RECORDS} records`);
  return next - count;
}
