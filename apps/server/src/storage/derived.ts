import { compareCounters, rebuildCounters } from "./derived-counters.ts";
import { loadTaskTargets, propertyTargets } from "./filter-targets.ts";
import { addProperty, compareSearch, loadTargets, type Note, rebuildSearch } from "./search-derived.ts";
import type { Rebuilt } from "./sqlite/migrations/index.ts";
import { boundsOfNumbers } from "./sqlite/values.ts";
import type { Db } from "./tables.ts";
import { compareTaskSearch, loadTaskDatasets, rebuildTaskSearch, rebuildValues } from "./task-derived.ts";

const loadDatasets = (db: Db) => db.selectFrom("dataset").select(["key", "id", "status", "next_seq"]).execute();

/** Rebuilds all data that is derived from records and responses, in the caller's transaction. */
export async function rebuildDerived(db: Db): Promise<void> {
  for (const dataset of await loadDatasets(db)) {
    await rebuildSearch(db, dataset);
    await rebuildCounters(db, { ...dataset, records: "record" });
  }
  for (const dataset of await loadTaskDatasets(db)) {
    await rebuildTaskSearch(db, dataset);
    await rebuildCounters(db, { ...dataset, records: "task_record" });
  }
}

/** Rebuilds the search values of task records, in the caller's transaction. */
export async function rebuildTaskValues(db: Db): Promise<void> {
  for (const dataset of await loadTaskDatasets(db)) await rebuildValues(db, dataset);
}

/** Rebuilds the values of whole numbers in datasets that have any beyond 2^53, in the caller's transaction. */
async function rebuildWholeNumbers(db: Db): Promise<void> {
  for (const dataset of await loadDatasets(db)) {
    const { properties } = await loadTargets(db, dataset.id);
    for (const property of properties.filter(({ isWhole }) => isWhole)) {
      if (!(await hasBeyond(db, dataset.key, property.target))) continue;
      const targets = propertyTargets([property]);
      await db
        .deleteFrom("filter_value")
        .where("dataset_key", "=", dataset.key)
        .where("target", "in", targets)
        .execute();
      await addProperty(db, dataset, property);
    }
  }
  for (const dataset of await loadTaskDatasets(db)) {
    for (const { target, kind } of (await loadTaskTargets(db, dataset.key)).values()) {
      if (kind !== "integer" || !(await hasBeyond(db, dataset.key, target))) continue;
      await rebuildValues(db, dataset);
      break;
    }
  }
}

async function hasBeyond(db: Db, datasetKey: number, target: number): Promise<boolean> {
  const { min, max } = await boundsOfNumbers(db, { datasetKey, target });
  return (min ?? 0) < Number.MIN_SAFE_INTEGER || (max ?? 0) > Number.MAX_SAFE_INTEGER;
}

export const REBUILDS: { readonly [R in Rebuilt]: (db: Db) => Promise<void> } = {
  everything: rebuildDerived,
  "task values": rebuildTaskValues,
  "whole numbers": rebuildWholeNumbers,
};

/** A derived row that differs from its source data. `what` names the row for people. */
export type Difference = {
  readonly datasetId: string;
  readonly what: string;
  readonly stored: number;
  readonly counted: number;
};

/** Recomputes all derived data from records and responses, and returns the differences. An empty list means no error. */
export async function recount(db: Db): Promise<Difference[]> {
  const found: Difference[] = [];
  const noteOf =
    (datasetId: string): Note =>
    (what, stored, counted) =>
      found.push({ datasetId, what, stored, counted });
  const datasets = await db.selectFrom("dataset").select(["key", "id", "status", "next_seq", "record_count"]).execute();
  for (const dataset of datasets) {
    await compareCounters(db, { ...dataset, records: "record" }, noteOf(dataset.id));
    await compareSearch(db, dataset, noteOf(dataset.id));
  }
  for (const dataset of await loadTaskDatasets(db)) {
    await compareCounters(db, { ...dataset, records: "task_record" }, noteOf(dataset.id));
    await compareTaskSearch(db, dataset, noteOf(dataset.id));
  }
  return found;
}
