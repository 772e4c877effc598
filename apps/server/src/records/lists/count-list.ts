import type { Kysely } from "kysely";
import type { ListSource } from "../../storage/list-source.ts";
import { changesAfter, lastVersion } from "../../storage/sqlite/changed-blocks.ts";
import { readLists } from "../../storage/sqlite/list-values.ts";
import type { Tables } from "../../storage/tables.ts";
import { takeRoom } from "../columns/room.ts";
import type { Search } from "../search.ts";
import type { SeqSet } from "../seq-set.ts";
import { createListColumn, type ListColumn, type ListCounts } from "./list-column.ts";

/** A column and how far it goes: the records before `read`, and the changes up to `version`. */
type Kept = { readonly column: ListColumn; read: number; version: number };

/** Records read together: memory does not grow with the dataset where there is no room for all of it. */
const STEP = 8192;

/** Each thread of a store has a `db` of its own. */
const columns = new WeakMap<Kysely<Tables>, Map<string, Kept>>();

export type TextCount = { readonly text: string; readonly records: number; readonly times: number };

/**
 * The texts in the lists of a set of records, each with how many of them have it and how often, in no order. What stands in
 * memory is read once, a second for a million records; without room for it the lists are gone through each time.
 */
export async function countList(search: Search, set: SeqSet, source: ListSource): Promise<TextCount[]> {
  const column = await columnOf(search, source);
  return column ? told(column.count(set)) : countInSteps(search, set, source);
}

function told({ texts, records, times }: ListCounts): TextCount[] {
  const counts: TextCount[] = [];
  for (let index = 0; index < records.length; index++) {
    const count = records[index] ?? 0;
    if (count > 0) counts.push({ text: texts(index), records: count, times: times[index] ?? 0 });
  }
  return counts;
}

async function columnOf({ db, size }: Search, source: ListSource): Promise<ListColumn | null> {
  const { datasetKey } = source;
  const all = columns.get(db) ?? new Map<string, Kept>();
  columns.set(db, all);
  const key = `${datasetKey} list ${source.key}`;
  const kept = all.get(key) ?? {
    column: createListColumn(),
    read: 0,
    version: await lastVersion(db, datasetKey, "values"),
  };
  const fits = () => takeRoom(db, key, kept.column.bytes(), () => all.delete(key));
  if (!fits()) return null;
  all.set(key, kept);
  while (kept.read < size) {
    const stretch = { from: kept.read, to: kept.read + STEP };
    kept.column.fill(stretch, await readLists(db, source, stretch));
    kept.read = stretch.to;
    if (!fits()) return null;
  }
  const { version, stretches } = await changesAfter(db, datasetKey, "values", kept.version);
  for (const stretch of stretches) kept.column.fill(stretch, await readLists(db, source, stretch));
  kept.version = version;
  return fits() ? kept.column : null;
}

async function countInSteps({ db, size }: Search, set: SeqSet, source: ListSource): Promise<TextCount[]> {
  const sums = new Map<string, { text: string; records: number; times: number }>();
  for (let from = 0; from < size; from += STEP) {
    const column = createListColumn();
    const stretch = { from, to: from + STEP };
    column.fill(stretch, await readLists(db, source, stretch));
    for (const { text, records, times } of told(column.count(set))) {
      const sum = sums.get(text) ?? { text, records: 0, times: 0 };
      sums.set(text, sum);
      sum.records += records;
      sum.times += times;
    }
  }
  return [...sums.values()];
}
