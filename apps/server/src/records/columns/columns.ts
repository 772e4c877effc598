import type { Kysely } from "kysely";
import { changesAfter, lastVersion, type Stretch } from "../../storage/sqlite/changed-blocks.ts";
import { type Held, readMembers, readTimes, readTimesAfter, readValues } from "../../storage/sqlite/column-values.ts";
import type { Tables } from "../../storage/tables.ts";
import { isKeptInMemory, type ValueSource } from "../../storage/value-source.ts";
import type { Search } from "../search.ts";
import { type Column, createNumberColumn, createTermColumn } from "./column.ts";
import { isRefused, refuseRoom, takeRoom } from "./room.ts";

/** A column and how far it goes: `place`, what has been read of everything; `version`, the last change that is in it. */
type Kept = { readonly column: Column; place: Place | null; version: number };

const LEAST_SIZE = 1024;

/** Each thread of a store has a `db` of its own. */
const columns = new WeakMap<Kysely<Tables>, Map<string, Kept>>();

/**
 * The column of a source with all that was written before the state that this read sees; null: it is not made yet, or finds
 * no room, and the store has to be asked.
 */
export async function columnOf(search: Search, source: ValueSource): Promise<Column | null> {
  if (!isKeptInMemory(source)) return null;
  const { db, size } = search;
  const all = columns.get(db) ?? new Map<string, Kept>();
  columns.set(db, all);
  const key = `${source.datasetKey} ${source.key}`;
  if (isRefused(db, key)) return null;
  const kept = all.get(key) ?? (await begin(search, source));
  kept.column.widen(size);
  const of = { dataset: source.datasetKey, records: Math.max(size, LEAST_SIZE) };
  const fits = () => takeRoom(db, key, kept.column.bytes(), () => all.delete(key), of);
  if (!fits()) return null;
  all.set(key, kept);
  if (!(await readAll(search, source, kept))) return null;
  await takeChanges(db, source, kept);
  if (!kept.column.isTooVarious()) return fits() ? kept.column : null;
  refuseRoom(db, key);
  return null;
}

async function begin({ db, size }: Search, { datasetKey, kind }: ValueSource): Promise<Kept> {
  const version = await lastVersion(db, datasetKey, "values");
  const create = kind === "text" ? createTermColumn : createNumberColumn;
  return { column: create(Math.max(size, LEAST_SIZE)), place: BEGINNING, version };
}

/** Goes on reading everything, as far as the search may. What changes meanwhile is read again in the end. */
async function readAll({ db, size, allowance }: Search, source: ValueSource, kept: Kept): Promise<boolean> {
  while (kept.place !== null && !kept.column.isTooVarious()) {
    if (allowance.left <= 0) return false;
    const { held, next } = await readOn(db, source, kept.place, { count: allowance.left, size });
    kept.column.put(held);
    kept.place = next;
    allowance.left -= Math.max(1, held.seqs.length);
  }
  return true;
}

async function takeChanges(db: Kysely<Tables>, source: ValueSource, kept: Kept): Promise<void> {
  const { version, stretches } = await changesAfter(db, source.datasetKey, "values", kept.version);
  for (const stretch of stretches) {
    kept.column.clear(stretch);
    kept.column.put(await readStretch(db, source, stretch));
  }
  kept.version = version;
}

/** How far everything has been read: it is read in steps. For times the last of them and its record, else the next record. */
type Place = readonly [number, number];
const BEGINNING: Place = [0, -1];

type Step = { readonly held: Held; readonly next: Place | null };

/** What some `count` records hold after a place, and the place after them; null: there are no more. */
async function readOn(
  db: Kysely<Tables>,
  source: ValueSource,
  place: Place,
  { count, size }: { readonly count: number; readonly size: number },
): Promise<Step> {
  const { datasetKey, at } = source;
  if (at.table === "record") {
    const held = await readTimesAfter(db, { datasetKey, column: at.column }, place, count);
    const [seq, time] = [held.seqs.at(-1), held.values.at(-1)];
    return { held, next: seq === undefined || held.seqs.length < count ? null : [Number(time), seq] };
  }
  const to = place[0] + count;
  const held = await readStretch(db, source, { from: place[0], to });
  return { held, next: to < size ? [to, -1] : null };
}

/** What the records of a stretch hold now. */
async function readStretch(db: Kysely<Tables>, { datasetKey, at, kind }: ValueSource, stretch: Stretch): Promise<Held> {
  switch (at.table) {
    case "record":
      return readTimes(db, { datasetKey, column: at.column }, stretch);
    case "filter_value":
      return readValues(db, { datasetKey, target: at.target }, stretch);
    case "documents":
      return readMembers(db, { datasetKey, path: at.path, kind }, stretch);
    default:
      throw new Error(`There is no column of values from '${at.table}'.`);
  }
}
