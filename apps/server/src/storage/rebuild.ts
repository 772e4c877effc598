import { type Bits, countBits } from "@postil/domain/queue/bitmap";
import type { Kysely } from "kysely";
import { type CountedDataset, deriveDataset } from "./derive.ts";
import { rebuildSearch } from "./search-derived.ts";
import type { Tables } from "./tables.ts";
import { loadTaskDatasets, rebuildTaskSearch, rebuildValues } from "./task-derived.ts";

const row = (bits: Bits) => ({ count: countBits(bits), bits: new Uint8Array(bits.buffer) });

/** Writes all that is derived from records and responses anew, in one transaction of the caller. */
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

/** Writes the values that records of task datasets are searched by anew, in one transaction of the caller. */
export async function rebuildTaskValues(db: Kysely<Tables>): Promise<void> {
  for (const dataset of await loadTaskDatasets(db)) await rebuildValues(db, dataset);
}

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
