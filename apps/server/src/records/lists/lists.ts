import type { ListSource } from "../../storage/value-sources.ts";
import { isRefused, takeRoom } from "../columns/room.ts";
import { changedAfter, type Search } from "../search.ts";
import { createListColumn, type ListColumn } from "./list-column.ts";

/** A column and its state: it has the records before `read`, and the changes up to `version`. */
type Kept = { readonly column: ListColumn; read: number; version: number };

/** Number of records read at a time: memory use does not grow with the dataset if the lists do not fit. */
export const LIST_STEP = 8192;

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
