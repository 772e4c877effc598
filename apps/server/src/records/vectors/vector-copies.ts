import type { VectorKind } from "../../storage/engine.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Db } from "../../storage/tables.ts";
import { numbersOf } from "../../storage/vectors.ts";
import { createVectorCopy, mostRowsIn, type VectorCopy } from "./vector-copy.ts";

const ROWS_READ = 2000;

/** By dataset and settings, in the order of their last use. */
const COPIES = { make: () => new Map<string, VectorCopy>() };

const keyOf = ({ datasetKey, settingsKey }: VectorKind): string => `${datasetKey} ${settingsKey}`;

/** True if there is a copy of these vectors, which may have to be brought up to date. */
export const hasCopy = (db: Db, kind: VectorKind): boolean => db.copies.of(COPIES).has(keyOf(kind));

/** The up-to-date copy of one kind of vectors; null if it would be too large. Vectors without a copy are read each time. */
export async function upToDateCopy(db: Db, kind: VectorKind): Promise<VectorCopy | null> {
  const all = db.copies.of(COPIES);
  const key = keyOf(kind);
  const known = all.get(key);
  all.delete(key);
  if (!known && (await isTooLarge(db, kind))) return null;
  const copy = known ?? createVectorCopy(kind.dimensions, { withLengths: kind.metric === "distance" });
  if (copy.writtenAt < 0 && !(await takeAll(db, kind, copy))) return null;
  for (;;) {
    const count = await takeNewer(db, kind, copy);
    if (copy.bytes() > db.copies.vectorBytes) return null;
    if (count < ROWS_READ) break;
  }
  all.set(key, copy);
  forgetOldest(all, db.copies.vectorBytes);
  return copy;
}

/** Looks only into an index. Otherwise each search would first read as many vectors as there is memory for. */
async function isTooLarge(db: Db, { datasetKey, settingsKey, ...kind }: VectorKind): Promise<boolean> {
  const found = await rowsOf(db, "vector", { dataset_key: datasetKey, vector_settings_key: settingsKey })
    .select("written_at")
    .orderBy("written_at")
    .offset(mostRowsIn(db.copies.vectorBytes, kind))
    .limit(1)
    .execute();
  return found.length > 0;
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
    if (copy.bytes() > db.copies.vectorBytes) return false;
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

function forgetOldest(all: Map<string, VectorCopy>, most: number): void {
  let bytes = 0;
  for (const [key, copy] of [...all].reverse()) {
    bytes += copy.bytes();
    if (bytes > most) all.delete(key);
  }
}
