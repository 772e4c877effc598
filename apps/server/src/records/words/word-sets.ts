import type { Db } from "../../storage/tables.ts";
import { takeRoom } from "../columns/room.ts";
import type { Search } from "../search.ts";
import type { SeqSet } from "../seq-set.ts";

/** A set of records, and the last change of words that it includes. */
type Kept = { readonly set: SeqSet; readonly version: number };
type Sets = { readonly kept: Map<string, Kept>; bytes: number };

/**
 * Maximum memory for all sets of a thread: sixty sets of a million records, hundreds of smaller ones. The least recently used
 * set is removed first.
 */
const MOST_BYTES = 8 * 2 ** 20;
const BESIDE = 200;

const SETS = { make: (): Sets => ({ kept: new Map(), bytes: 0 }) };

/**
 * Caches the records that a word search finds, until words of the dataset are written: the pages of a search and the rules of
 * a dataset ask for the same again and again. The caller gets its own copy of the set.
 */
export async function wordSet(search: Search, wanted: string, find: () => Promise<SeqSet>): Promise<SeqSet> {
  const { db, datasetKey, size } = search;
  const version = await db.changes.lastVersion(datasetKey, "words");
  const sets = db.copies.of(SETS);
  const key = `${datasetKey} ${size} ${wanted}`;
  const known = sets.kept.get(key);
  if (known) forget(sets, key, known);
  const set = known?.version === version ? known.set : await find();
  keep(db, sets, key, { set, version });
  return set.slice();
}

const bytesOf = (key: string, { set }: Kept): number => set.byteLength + key.length * 2 + BESIDE;

function forget(sets: Sets, key: string, kept: Kept): void {
  sets.kept.delete(key);
  sets.bytes -= bytesOf(key, kept);
}

function keep(db: Db, sets: Sets, key: string, kept: Kept): void {
  sets.kept.set(key, kept);
  sets.bytes += bytesOf(key, kept);
  for (const [oldest, other] of sets.kept) {
    if (sets.bytes <= MOST_BYTES) break;
    forget(sets, oldest, other);
  }
  const clear = () => {
    sets.kept.clear();
    sets.bytes = 0;
  };
  if (!takeRoom(db, "sets of words", sets.bytes, clear)) clear();
}
