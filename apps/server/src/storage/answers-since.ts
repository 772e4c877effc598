import type { Kysely } from "kysely";
import { compiled } from "./compiled.ts";
import { standingAnswers } from "./sqlite/standing-answers.ts";
import type { Tables } from "./tables.ts";

/** Activity rows are in time order, so a binary search finds the first row of a time. */

const lastKey = compiled((db) => db.selectFrom("activity").select("key").orderBy("key", "desc").limit(1));
const timeFrom = compiled((db, key: number) =>
  db.selectFrom("activity").select(["key", "at"]).where("key", ">=", key).orderBy("key").limit(1),
);

/** The key of the first row at or after this time; null if there is none. */
async function firstSince(db: Kysely<Tables>, at: number): Promise<number | null> {
  const [last] = await lastKey(db);
  if (!last) return null;
  let [low, high] = [0, last.key + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await timeFrom(db, middle);
    if (row === undefined || row.at >= at) high = middle;
    else low = row.key + 1;
  }
  return low > last.key ? null : low;
}

/** Number of answers per user and dataset, by their keys, that were given since a time and are still valid. */
export async function answersByDataset(db: Kysely<Tables>, at: number) {
  const from = await firstSince(db, at);
  return from === null ? [] : standingAnswers(db, from);
}

/**
 * Number of answers per user key that were given since a time and are still valid. `datasetKeys` limits the datasets; null
 * means all.
 */
export async function answersSince(
  db: Kysely<Tables>,
  at: number,
  datasetKeys: ReadonlySet<number> | null,
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { actor_key: user, dataset_key: dataset, records } of await answersByDataset(db, at)) {
    if (datasetKeys === null || datasetKeys.has(dataset)) counts.set(user, (counts.get(user) ?? 0) + records);
  }
  return counts;
}
