import { removeRows } from "../../storage/sqlite/remove-rows.ts";
import { dropTextIndex } from "../../storage/sqlite/text-index.ts";
import type { Context } from "../../storage/store.ts";

/** Rows removed in one step: some milliseconds, after which other writes have their turn. */
export const STEP = 250;

/**
 * One step of removing what deleted datasets, metadata properties and vector settings left behind. True while there may be more. Integer keys
 * are never used again, so nothing new can be among it.
 */
export async function purgeDeleted({ db }: Context): Promise<boolean> {
  const next = await db.selectFrom("purge").selectAll().orderBy("key").limit(1).executeTakeFirst();
  if (!next) return false;
  const { dataset_key: datasetKey, vector_settings_key: vectorSettingsKey, target } = next;
  if (vectorSettingsKey === null && target === null) await dropTextIndex(db, datasetKey);
  if ((await removeRows(db, { datasetKey, vectorSettingsKey, target }, STEP)) > 0) return true;
  await db.deleteFrom("purge").where("key", "=", next.key).execute();
  return true;
}
