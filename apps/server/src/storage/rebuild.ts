import { type Bits, countBits } from "@postil/domain/queue/bitmap";
import type { Kysely } from "kysely";
import { deriveDataset } from "./derive.ts";
import { rebuildSearch } from "./search-derived.ts";
import type { Tables } from "./tables.ts";

const row = (bits: Bits) => ({ count: countBits(bits), bits: new Uint8Array(bits.buffer) });

/** Writes all that is derived from records and responses anew, in one transaction of the caller. */
export async function rebuildDerived(db: Kysely<Tables>): Promise<void> {
  const datasets = await db.selectFrom("dataset").select(["key", "id", "status", "next_seq"]).execute();
  for (const dataset of datasets) {
    const dataset_key = dataset.key;
    await rebuildSearch(db, dataset);
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
    await db.updateTable("dataset").set({ record_count: records }).where("key", "=", dataset_key).execute();
  }
}
