import { removeDrafts } from "../storage/remove-drafts.ts";
import { type Removed, removeRows } from "../storage/sqlite/remove-rows.ts";
import { dropTextIndex } from "../storage/sqlite/text-index.ts";
import type { TakeStep } from "./job-kind.ts";

/** Rows removed in one step, about: some milliseconds, after which other writes have their turn. */
export const PURGE_STEP = 250;

/** What a purge is about; both null: all of the dataset. Or the drafts of somebody who was deleted, and by whom. */
export type Purged = Omit<Removed, "datasetKey"> | { readonly draftsOf: number; readonly actorKey: number };

/**
 * Removes what deleted datasets, metadata properties and vector settings left behind. Integer keys are never used again, so
 * nothing new can be among it. It goes along the records: done are those behind it, whether they had any of it or not, so the
 * number of all that ever came tells how many there are without counting any.
 */
export const purge: TakeStep = async (context, { dataset_key: datasetKey, about, done, total }) => {
  const { db } = context;
  const purged: Purged = JSON.parse(about);
  if ("draftsOf" in purged) {
    const removed = await removeDrafts(context, { datasetKey, userKey: purged.draftsOf }, purged.actorKey, PURGE_STEP);
    return { done: removed, more: removed > 0 };
  }
  const { vectorSettingsKey, target } = purged;
  if (vectorSettingsKey === null && target === null) await dropTextIndex(db, datasetKey);
  const reached = await removeRows(db, { datasetKey, vectorSettingsKey, target }, PURGE_STEP);
  // What an older version noted has no total.
  const most = total ?? done;
  return { done: Math.max(0, Math.min(reached ?? most, most) - done), more: reached !== null };
};
