import { type Removed, removeRows } from "../storage/sqlite/remove-rows.ts";
import { dropTextIndex } from "../storage/sqlite/text-index.ts";
import type { JobKind } from "./job-kind.ts";

/** Rows removed in one step: some milliseconds, after which other writes have their turn. */
export const PURGE_STEP = 250;

/** What a purge is about; both null: all of the dataset. */
export type Purged = Omit<Removed, "datasetKey">;

/**
 * Removes what deleted datasets, metadata properties and vector settings left behind. Integer keys are never used again, so
 * nothing new can be among it. Done are rows; how many there are nobody has counted.
 */
export const purge: JobKind = async ({ db }, { dataset_key: datasetKey, about }) => {
  const { vectorSettingsKey, target }: Purged = JSON.parse(about);
  if (vectorSettingsKey === null && target === null) await dropTextIndex(db, datasetKey);
  const done = await removeRows(db, { datasetKey, vectorSettingsKey, target }, PURGE_STEP);
  return { done, more: done > 0 };
};
