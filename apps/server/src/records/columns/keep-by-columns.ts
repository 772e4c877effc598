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

/** The first `count` of a set in the order of keys that all have a column; null: one of them has none. */
export async function firstByColumns(
  search: Search,
  set: SeqSet,
  keys: readonly SortKey[],
  count: number,
): Promise<number[] | null> {
  const columns: Column[] = [];
  for (const { source } of keys) {
    const column = await columnOf(search, source);
    if (!column) return null;
    columns.push(column);
  }
  const seqs = numbersOf(set);
  const sortKeys = columns.map((column, index) => column.sortKeys(seqs, keys[index]?.descending === true));
  const [main = new Float64Array(seqs.length), ...others] = sortKeys;
  // Nearly all comparisons end with the main key.
  const before = (a: number, b: number): boolean => {
    const x = main[a] ?? 0;
    const y = main[b] ?? 0;
    return x === y ? isBefore(others, a, b) : x < y;
  };
  return firstBy(seqs.length, count, before).map((index) => seqs[index] ?? 0);
}

function isBefore(sortKeys: readonly Float64Array[], a: number, b: number): boolean {
  for (const key of sortKeys) {
    const [x, y] = [key[a] ?? 0, key[b] ?? 0];
    if (x !== y) return x < y;
  }
  return a < b;
}
