import { type Bits, countBits } from "@postil/domain/queue/bitmap";
import type { Kysely } from "kysely";
import { type CountedDataset, deriveDataset } from "./derive.ts";
import { propertyTargets } from "./filter-targets.ts";
import { addProperty, loadTargets, rebuildSearch } from "./search-derived.ts";
import type { Rebuilt } from "./sqlite/migrations/index.ts";
import { boundsOfNumbers } from "./sqlite/value-figures.ts";
import type { Tables } from "./tables.ts";
import { loadTaskDatasets, rebuildTaskSearch, rebuildValues } from "./task-derived.ts";
import { loadTaskTargets } from "./task-targets.ts";

const row = (bits: Bits) => ({ count: countBits(bits), bits: new Uint8Array(bits.buffer) });

/** Rebuilds all data that is derived from records and responses, in the caller's transaction. */
export async function rebuildDerived(db: Kysely<Tables>): Promise<void> {
  const datasets = await db.selectFrom("dataset").select(["key", "id", "status", "next_seq"]).execute();
  for (const dataset of datasets) {
    await rebuildSearch(db, dataset);
    await rebuildCounters(db, { ...dataset, records: "record" });
  }
  for (const dataset of await loadTaskDatasets(db)) {
    await rebuildTaskSearch(db, dataset);
    await rebuildCounters(db, { ...dataset, records: "task_record" });
  }
}

/** Rebuilds the search values of task records, in the caller's transaction. */
export async function rebuildTaskValues(db: Kysely<Tables>): Promise<void> {
  for (const dataset of await loadTaskDatasets(db)) await rebuildValues(db, dataset);
}

/** Rebuilds the values of whole numbers in datasets that have any beyond 2^53, in the caller's transaction. */
async function rebuildWholeNumbers(db: Kysely<Tables>): Promise<void> {
  for (const dataset of await db.selectFrom("dataset").select(["key", "id", "status", "next_seq"]).execute()) {
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

async function hasBeyond(db: Kysely<Tables>, datasetKey: number, target: number): Promise<boolean> {
  const { min, max } = await boundsOfNumbers(db, { datasetKey, target });
  return (min ?? 0) < Number.MIN_SAFE_INTEGER || (max ?? 0) > Number.MAX_SAFE_INTEGER;
}

/** The rebuilds that a migration may need. */
export const REBUILDS: { readonly [R in Rebuilt]: (db: Kysely<Tables>) => Promise<void> } = {
  everything: rebuildDerived,
  "task values": rebuildTaskValues,
  "whole numbers": rebuildWholeNumbers,
};

const TABLE_OF = { record: "dataset", task_record: "task_dataset" } as const;

async function rebuildCounters(db: Kysely<Tables>, dataset: CountedDataset): Promise<void> {
  const dataset_key = dataset.key;
  for (const table of ["live_block", "answered_block", "user_counts"] as const) {
    await db.deleteFrom(table).where("dataset_key", "=", dataset_key).execute();
  }
  const { records, counts } = await deriveDataset(db, dataset, async ({ block, live, answered }) => {
    await db
      .insertInto("live_block")
      .values({ dataset_key, block, ...row(live) })
      .execute();
    for (const [user_key, statuses] of answered) {
      for (const [status, bits] of statuses) {
        await db
          .insertInto("answered_block")
          .values({ dataset_key, user_key, status, block, ...row(bits) })
          .execute();
      }
    }
  });
  for (const [user_key, own] of counts) {
    await db
      .insertInto("user_counts")
      .values({ dataset_key, user_key, ...own })
      .execute();
  }
  await db
    .updateTable(TABLE_OF[dataset.records])
    .set({ record_count: records })
    .where("key", "=", dataset_key)
    .execute();
}
