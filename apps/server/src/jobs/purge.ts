import { removeDrafts } from "../storage/response-writes.ts";
import { removeEndedOf } from "../storage/webhooks.ts";
import { purgeDeletedRecords } from "./deleted-records.ts";
import type { Purged, TakeStep } from "./job-kind.ts";

/** About the number of rows that one step removes: some milliseconds, then other writes get their turn. */
export const PURGE_STEP = 250;

/**
 * Removes the rows of deleted datasets, metadata properties and vector settings. Integer keys are never reused, so it never
 * removes new rows. It works in record order. `done` counts the record numbers that are behind it, with or without such rows.
 * So the total is known from the last record number, without counting.
 */
export const purge: TakeStep = async (context, { dataset_key: datasetKey, about, done, total }) => {
  const { db } = context;
  const purged: Purged = JSON.parse(about);
  if ("draftsOf" in purged) {
    const removed = await removeDrafts(context, { datasetKey, userKey: purged.draftsOf }, purged.actorKey, PURGE_STEP);
    return { done: removed, more: removed > 0 };
  }
  const { vectorSettingsKey, target } = purged;
  if (vectorSettingsKey === null && target === null) {
    await db.text.drop(datasetKey);
    if (await purgeDeletedRecords(context, datasetKey, PURGE_STEP)) return { done: 0, more: true };
  }
  const reached = await db.rows.remove({ datasetKey, vectorSettingsKey, target }, PURGE_STEP);
  if (reached === null && vectorSettingsKey === null && target === null) await removeEndedOf(db, datasetKey);
  // A job from an older version has no total.
  const most = total ?? done;
  return { done: Math.max(0, Math.min(reached ?? most, most) - done), more: reached !== null };
};
