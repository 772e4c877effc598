import type { Held } from "../../storage/engine-values.ts";
import type { Stretch } from "../../storage/parts.ts";
import type { Db } from "../../storage/tables.ts";
import { isKeptInMemory, type ValueSource } from "../../storage/value-sources.ts";
import { changedAfter, type Search } from "../search.ts";
import { membersOf, type SeqSet } from "../seq-set.ts";
import { type Column, createNumberColumn, createTermColumn } from "./column.ts";
import { isRefused, refuseRoom, takeRoom } from "./room.ts";

/** A column. `place`: how far the first full read has come; `version`: the last change that the column includes. */
type Kept = { readonly column: Column; place: Place | null; version: number };

const LEAST_SIZE = 1024;

/** By dataset and source. */
const COLUMNS = { make: () => new Map<string, Kept>() };

/**
 * The column of a source, with everything that was written before the state that this read sees. Null if it is not complete
 * yet or does not fit in memory; then the database is queried instead.
 */
export async function columnOf(search: Search, source: ValueSource): Promise<Column | null> {
  if (!isKeptInMemory(source)) return null;
  const { db, size } = search;
  const all = db.copies.of(COLUMNS);
  const key = `${source.datasetKey} ${source.key}`;
  if (isRefused(db, key)) return null;
  const kept = all.get(key) ?? (await begin(search, source));
  kept.column.widen(size);
  const of = { dataset: source.datasetKey, records: Math.max(size, LEAST_SIZE) };
  const fits = () => takeRoom(db, key, kept.column.bytes(), () => all.delete(key), of);
  if (!fits()) return null;
  all.set(key, kept);
  if (!(await readAll(search, source, kept))) return null;
  await takeChanges(search, source, kept);
  if (!kept.column.isTooVarious()) return fits() ? kept.column : null;
  refuseRoom(db, key);
  return null;
}

async function begin({ db, size }: Search, { datasetKey, kind }: ValueSource): Promise<Kept> {
  const version = await db.changes.lastVersion(datasetKey, "values");
  const create = kind === "text" ? createTermColumn : createNumberColumn;
  return { column: create(Math.max(size, LEAST_SIZE)), place: BEGINNING, version };
}

/** A value within a document takes as long as this many values with an index. */
const DOCUMENT = 4;

/** Continues the full read, as far as the search's allowance permits. Changes in the meantime are read again at the end. */
async function readAll({ db, size, allowance }: Search, source: ValueSource, kept: Kept): Promise<boolean> {
  const cost = source.at.table === "documents" ? DOCUMENT : 1;
  while (kept.place !== null && !kept.column.isTooVarious()) {
    if (allowance.left <= 0) return false;
    const { held, next } = await readOn(db, source, kept.place, { count: Math.ceil(allowance.left / cost), size });
    kept.column.put(held);
    kept.place = next;
    allowance.left -= cost * Math.max(1, held.seqs.length);
  }
  return true;
}

async function takeChanges(search: Search, source: ValueSource, kept: Kept): Promise<void> {
  const { version, stretches } = await changedAfter(search, source.datasetKey, kept.version);
  for (const stretch of stretches) {
    kept.column.clear(stretch);
    kept.column.put(await readStretch(search.db, source, stretch));
  }
  kept.version = version;
}

/** How far the full read has come: it runs in steps. For times: the last time and its record; otherwise the next record. */
type Place = readonly [number, number];
const BEGINNING: Place = [0, -1];

type Step = { readonly held: Held; readonly next: Place | null };

/** The values of about `count` records after a place, and the place after them; null if there are no more. */
async function readOn(
  db: Db,
  source: ValueSource,
  place: Place,
  { count, size }: { readonly count: number; readonly size: number },
): Promise<Step> {
  const { datasetKey, at } = source;
  if (at.table === "record") {
    const held = await db.values.timesAfter({ datasetKey, column: at.column }, place, count);
    const [seq, time] = [held.seqs.at(-1), held.values.at(-1)];
    return { held, next: seq === undefined || held.seqs.length < count ? null : [Number(time), seq] };
  }
  const to = place[0] + count;
  const held = await readStretch(db, source, { from: place[0], to });
  return { held, next: to < size ? [to, -1] : null };
}

/** The present values of a range of records. */
async function readStretch(db: Db, { datasetKey, at, kind }: ValueSource, stretch: Stretch): Promise<Held> {
  switch (at.table) {
    case "record":
      return db.values.timesInRange({ datasetKey, column: at.column }, stretch);
    case "filter_value":
      return db.values.inRange({ datasetKey, target: at.target }, stretch);
    case "documents":
      return db.values.membersInRange({ datasetKey, path: at.path, kind }, stretch);
    default:
      throw new Error(`There is no column of values from '${at.table}'.`);
  }
}

/** Visits every number of a set of records, in no order. `records` is how many have it, if numbers are already grouped. */
export async function eachNumber(
  search: Search,
  set: SeqSet,
  source: ValueSource,
  visit: (number: number, records: number) => void,
): Promise<void> {
  const column = await columnOf(search, source);
  if (column) return column.each(set, (number) => visit(number, 1));
  for (const { value, count } of await search.db.values.counts(source, membersOf(set))) visit(Number(value), count);
}
