import { rowsOf } from "../../storage/statements.ts";
import type { Db } from "../../storage/tables.ts";
import { numbersOf } from "../../storage/vectors.ts";
import { createVectorCopy, type VectorCopy } from "./vector-copy.ts";

/** One kind of vectors in a dataset, with its key. */
export type VectorKind = { readonly datasetKey: number; readonly settingsKey: number; readonly dimensions: number };
/** How nearness is measured: by direction only, or by distance of points. */
export type Metric = "cosine" | "distance";

/** Maximum memory of a thread's copies: 250 million numbers. Vectors without a copy are read each time. */
const MOST_BYTES = 512 * 2 ** 20;
const ROWS_READ = 2000;

/** By dataset and settings, in the order of their last use. */
const COPIES = { make: () => new Map<string, VectorCopy>() };

/** The up-to-date copy of one kind of vectors; null if it would be too large. */
export async function upToDateCopy(db: Db, kind: VectorKind, metric: Metric): Promise<VectorCopy | null> {
  const all = db.copies.of(COPIES);
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
 * Reads all vectors in record order: in time order each row would need a separate lookup. A read sees a single state of the
 * database, so nothing is written in the meantime. Returns true if the copy fits.
 */
async function takeAll(db: Db, { datasetKey, settingsKey, dimensions }: VectorKind, copy: VectorCopy) {
  let from = 0;
  for (;;) {
    const rows = await rowsOf(db, "vector", { dataset_key: datasetKey, vector_settings_key: settingsKey })
      .select(["seq", "value", "written_at"])
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

/** Reads the vectors written after the last read ones, those of the same time together. Returns their number. */
async function takeNewer(db: Db, { datasetKey, settingsKey, dimensions }: VectorKind, copy: VectorCopy) {
  const newer = rowsOf(db, "vector", { dataset_key: datasetKey, vector_settings_key: settingsKey }).select([
    "seq",
    "value",
    "written_at",
  ]);
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
