import { firstBy } from "../first-by.ts";
import type { RowCondition } from "../row-condition.ts";
import type { Search } from "../search.ts";
import { fullSet, numbersOf, type SeqSet } from "../seq-set.ts";
import type { SortKey } from "../sort-key.ts";
import type { Column } from "./column.ts";
import { columnOf } from "./columns.ts";

/** The records of `among` (null: of all) that pass the conditions there are columns for, and the rest of the conditions. */
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

/** A set in numbers, and how two of its places stand to each other. */
export type Comparable = { readonly seqs: Int32Array; readonly compare: (a: number, b: number) => number };

/** A set to be put in the order of keys that all have a column; null: one of them has none. */
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
  // Nearly all comparisons end with the main key. What has no value is infinite.
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

/** The first `count` places, of equal ones those with lower numbers. */
export function firstPlaces({ seqs, compare }: Comparable, count: number): number[] {
  return firstBy(seqs.length, count, (a, b) => {
    const order = compare(a, b);
    return order === 0 ? a < b : order < 0;
  });
}
