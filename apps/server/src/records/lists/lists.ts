import type { ListSource } from "../../storage/value-sources.ts";
import { isRefused, takeRoom } from "../columns/room.ts";
import { changedAfter, type Search } from "../search.ts";
import type { SeqSet } from "../seq-set.ts";
import { createListColumn, type ListColumn, type ListCounts } from "./list-column.ts";

/** A column and its state: it has the records before `read`, and the changes up to `version`. */
type Kept = { readonly column: ListColumn; read: number; version: number };

/** Number of records read at a time: memory use does not grow with the dataset if the lists do not fit. */
const LIST_STEP = 8192;

/** By dataset and source. */
const LISTS = { make: () => new Map<string, Kept>() };

/**
 * The lists of all records, with everything that was written before the state that this read sees. Null if they do not fit in
 * memory or are not complete yet. `steps`: the number of steps to read now.
 */
export async function listsOf(
  search: Search,
  source: ListSource,
  steps = Number.POSITIVE_INFINITY,
): Promise<ListColumn | null> {
  const { db, size } = search;
  const { datasetKey } = source;
  const all = db.copies.of(LISTS);
  const key = `${datasetKey} list ${source.key}`;
  if (isRefused(db, key)) return null;
  const kept = all.get(key) ?? {
    column: createListColumn(),
    read: 0,
    version: await db.changes.lastVersion(datasetKey, "values"),
  };
  const fits = () => takeRoom(db, key, kept.column.bytes(), () => all.delete(key));
  if (!fits()) return null;
  all.set(key, kept);
  for (let step = 0; kept.read < size; step++) {
    if (step >= steps) return null;
    const stretch = { from: kept.read, to: kept.read + LIST_STEP };
    kept.column.fill(stretch, await db.values.listsInRange(source, stretch));
    kept.read = stretch.to;
    if (!fits()) return null;
  }
  const { version, stretches } = await changedAfter(search, datasetKey, kept.version);
  for (const stretch of stretches) kept.column.fill(stretch, await db.values.listsInRange(source, stretch));
  kept.version = version;
  return fits() ? kept.column : null;
}

export type TextCount = { readonly text: string; readonly records: number; readonly times: number };

/**
 * The texts in the lists of a set of records, in no order: for each text the number of records with it, and its number of
 * occurrences. The lists are read into memory once, one second per million records. If they do not fit, they are read each
 * time.
 */
export async function countList(search: Search, set: SeqSet, source: ListSource): Promise<TextCount[]> {
  const column = await listsOf(search, source);
  return column ? textCounts(column.count(set)) : countInSteps(search, set, source);
}

function textCounts({ texts, records, times }: ListCounts): TextCount[] {
  const counts: TextCount[] = [];
  for (let index = 0; index < records.length; index++) {
    const count = records[index] ?? 0;
    if (count > 0) counts.push({ text: texts(index), records: count, times: times[index] ?? 0 });
  }
  return counts;
}

async function countInSteps({ db, size }: Search, set: SeqSet, source: ListSource): Promise<TextCount[]> {
  const sums = new Map<string, { text: string; records: number; times: number }>();
  for (let from = 0; from < size; from += LIST_STEP) {
    const column = createListColumn();
    const stretch = { from, to: from + LIST_STEP };
    column.fill(stretch, await db.values.listsInRange(source, stretch));
    for (const { text, records, times } of textCounts(column.count(set))) {
      const sum = sums.get(text) ?? { text, records: 0, times: 0 };
      sums.set(text, sum);
      sum.records += records;
      sum.times += times;
    }
  }
  return [...sums.values()];
}
