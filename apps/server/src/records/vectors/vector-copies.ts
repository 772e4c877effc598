import type { Kysely } from "kysely";
import type { Tables } from "../../storage/tables.ts";
import { numbersOf } from "../../storage/vector-bytes.ts";
import { createVectorCopy, type VectorCopy } from "./vector-copy.ts";

/** A dataset's vectors of one kind, known by a key in the dataset. */
export type VectorKind = { readonly datasetKey: number; readonly settingsKey: number; readonly dimensions: number };
/** What nearness of them is: of directions alone, or of points. */
export type Metric = "cosine" | "distance";

/** All copies of a thread together: 250 million numbers. One that does not fit is not made; its vectors are read each time. */
const MOST_BYTES = 512 * 2 ** 20;
const ROWS_READ = 2000;

/** In the order of their last use. Each thread of a store has a `db` of its own. */
const copies = new WeakMap<Kysely<Tables>, Map<string, VectorCopy>>();

/** The copy of a kind of vectors with all that has been written; null when it would be too large. */
export async function upToDateCopy(db: Kysely<Tables>, kind: VectorKind, metric: Metric): Promise<VectorCopy | null> {
  const all = copies.get(db) ?? new Map<string, VectorCopy>();
  copies.set(db, all);
  const key = `${kind.datasetKey} ${kind.settingsKey}`;
  const copy = all.get(key) ?? createVectorCopy(kind.dimensions, { withLengths: metric === "distance" });
  all.delete(key);
  if (copy.writtenAt < 0 && !(await takeAll(db, kind, copy))) return null;
  for (;;) {
    const count = await takeNewer(db, kind, copy);
    if (copy.bytes() > MOST_BYTES) return null;
    if (count < ROWS_READ) break;
  }
  all.set(key, copy);
  forgetOldest(all);
  return copy;
}

/**
 * Takes in everything, along the records: by the times, each row would be looked up by itself. A read sees one state of the
 * store, so nothing is written meanwhile. Returns whether it fits.
 */
async function takeAll(db: Kysely<Tables>, { datasetKey, settingsKey, dimensions }: VectorKind, copy: VectorCopy) {
  let from = 0;
  for (;;) {
    const rows = await db
      .selectFrom("vector")
      .select(["seq", "value", "written_at"])
      .where("dataset_key", "=", datasetKey)
      .where("vector_settings_key", "=", settingsKey)
      .where("seq", ">=", from)
      .orderBy("seq")
      .limit(ROWS_READ)
      .execute();
    for (const { seq, value, written_at } of rows) {
      copy.put(seq, numbersOf(value, dimensions));
      copy.writtenAt = Math.max(copy.writtenAt, written_at);
    }
    if (copy.bytes() > MOST_BYTES) return false;
    if (rows.length < ROWS_READ) return true;
    from = (rows.at(-1)?.seq ?? 0) + 1;
  }
}

/** Takes in what was written after the last taken in; what was written in one go comes in one go. Returns how many were read. */
async function takeNewer(db: Kysely<Tables>, { datasetKey, settingsKey, dimensions }: VectorKind, copy: VectorCopy) {
  const newer = db
    .selectFrom("vector")
    .select(["seq", "value", "written_at"])
    .where("dataset_key", "=", datasetKey)
    .where("vector_settings_key", "=", settingsKey);
  const rows = await newer.where("written_at", ">", copy.writtenAt).orderBy("written_at").limit(ROWS_READ).execute();
  const last = rows.at(-1)?.written_at;
  if (last === undefined) return 0;
  const whole = rows.length < ROWS_READ ? [] : await newer.where("written_at", "=", last).execute();
  for (const { seq, value } of [...rows, ...whole]) copy.put(seq, numbersOf(value, dimensions));
  copy.writtenAt = last;
  return rows.length;
}

function forgetOldest(all: Map<string, VectorCopy>): void {
  let bytes = 0;
  for (const [key, copy] of [...all].reverse()) {
    bytes += copy.bytes();
    if (bytes > MOST_BYTES) all.delete(key);
  }
}
