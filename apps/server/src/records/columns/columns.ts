import type { Kysely } from "kysely";
import { changesAfter, lastVersion } from "../../storage/sqlite/changed-blocks.ts";
import type { Tables } from "../../storage/tables.ts";
import { isKeptInMemory, type ValueSource } from "../../storage/value-source.ts";
import type { Search } from "../search.ts";
import { type Column, createNumberColumn, createTermColumn } from "./column.ts";
import { BEGINNING, type Place, readOn, readStretch } from "./column-values.ts";
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
