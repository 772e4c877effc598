import { MOST_RECORDS } from "@postil/domain/queue/places";
import { Refusal } from "@postil/domain/refusal";
import type { Kysely } from "kysely";
import type { DatasetRef } from "./dataset-keys.ts";
import type { Tables } from "./tables.ts";

/**
 * Numbers for new records of a dataset, the first of as many. They follow each other in the order of the commits, without
 * gaps and never twice: whoever reads has seen all numbers below the last. That rests on one writer; another engine holds the
 * dataset's row, which this statement locks, until the records are committed.
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
