import { firstBy } from "../first-by.ts";
import type { RowCondition, SortKey } from "../registry.ts";
import type { Search } from "../search.ts";
import { fullSet, numbersOf, type SeqSet } from "../seq-set.ts";
import type { Column } from "./column.ts";
import { columnOf } from "./columns.ts";

/** The records of `among` (null means all) that pass the conditions with a column, and the conditions without one. */
export async function keepByColumns(
  search: Search,
  among: SeqSet | null,
  conditions: readonly RowCondition[],
): Promise<{ readonly set: SeqSet | null; readonly rest: readonly RowCondition[] }> {
  const rest: RowCondition[] = [];
  let kept: SeqSet | null = null;
  for (const condition of conditions) {
    const column = await columnOf(search, condition.source);
    if (!column) {
      rest.push(condition);
      continue;
    }
    kept ??= among?.slice() ?? fullSet(search.size);
    column.keep(kept, condition.demand);
  }
  return { set: kept ?? among, rest };
}

/** The numbers of a set, and a function that compares two positions. */
export type Comparable = { readonly seqs: Int32Array; readonly compare: (a: number, b: number) => number };

/** Prepares a set for sorting by keys that all have a column; null if a key has none. */
export async function compareByColumns(
  search: Search,
  set: SeqSet,
  keys: readonly SortKey[],
): Promise<Comparable | null> {
  const columns: Column[] = [];
  for (const { source } of keys) {
    const column = await columnOf(search, source);
    if (!column) return null;
    columns.push(column);
  }
  const seqs = numbersOf(set);
  const sortKeys = columns.map((column, index) => column.sortKeys(seqs, keys[index]?.descending === true));
  const [main = new Float64Array(seqs.length), ...others] = sortKeys;
  // Almost all comparisons are decided by the main key. A missing value is infinite.
  const compare = (a: number, b: number): number => {
    const x = main[a] ?? 0;
    const y = main[b] ?? 0;
    return x === y ? compareBy(others, a, b) : x < y ? -1 : 1;
  };
  return { seqs, compare };
}

function compareBy(sortKeys: readonly Float64Array[], a: number, b: number): number {
  for (const key of sortKeys) {
    const [x, y] = [key[a] ?? 0, key[b] ?? 0];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** The first `count` positions; of equal ones the lower record numbers come first. */
export function firstPlaces({ seqs, compare }: Comparable, count: number): number[] {
  return firstBy(seqs.length, count, (a, b) => {
    const order = compare(a, b);
    return order === 0 ? a < b : order < 0;
  });
}
