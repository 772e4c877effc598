import { sql } from "kysely";
import { dropTextIndex } from "../../storage/sqlite/text-index.ts";
import type { Context } from "../../storage/store.ts";

/** Rows removed in one step: some milliseconds, after which other writes have their turn. */
export const STEP = 250;

/** What goes by `dataset_key`, with its primary key; the records last, so that what points to them goes before them. */
export const PURGED = {
  vector: ["dataset_key", "vector_settings_key", "seq"],
  filter_value: ["dataset_key", "target", "value", "seq"],
  suggestion: ["dataset_key", "seq", "question_key"],
  response: ["dataset_key", "seq", "user_key"],
  activity: ["key"],
  flag: ["dataset_key", "seq", "user_key"],
  saved_view: ["id"],
  live_block: ["dataset_key", "block"],
  answered_block: ["dataset_key", "user_key", "status", "block"],
  user_counts: ["dataset_key", "user_key"],
  record: ["dataset_key", "seq"],
} as const;

type Purge = { readonly vector_settings_key: number | null; readonly target: number | null };

function tablesOf({ vector_settings_key, target }: Purge): Partial<typeof PURGED> {
  if (vector_settings_key !== null) return { vector: PURGED.vector };
  return target === null ? PURGED : { filter_value: PURGED.filter_value };
}

/**
 * One step of removing what deleted datasets, metadata properties and vector settings left behind. True while there may be more. Integer keys
 * are never used again, so nothing new can be among it.
 */
export async function purgeDeleted({ db }: Context): Promise<boolean> {
  const next = await db.selectFrom("purge").selectAll().orderBy("key").limit(1).executeTakeFirst();
  if (!next) return false;
  const { vector_settings_key: ofVectors, target } = next;
  const whole = ofVectors === null && target === null;
  if (whole) await dropTextIndex(db, next.dataset_key);
  for (const [table, columns] of Object.entries(tablesOf(next))) {
    const key = sql.join(columns.map((column) => sql.ref(column)));
    const ofTarget = target === null ? sql`` : sql` and target = ${target}`;
    const kind = ofVectors === null ? ofTarget : sql` and vector_settings_key = ${ofVectors}`;
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where (${key}) in (
        select ${key} from ${sql.table(table)} where dataset_key = ${next.dataset_key}${kind} limit ${sql.lit(STEP)})
    `.execute(db);
    if (numAffectedRows > 0n) return true;
  }
  await db.deleteFrom("purge").where("key", "=", next.key).execute();
  return true;
}
