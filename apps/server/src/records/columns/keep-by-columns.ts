import { keepFirst } from "../first-by.ts";
import type { RowCondition, SortKey } from "../registry.ts";
import type { Search } from "../search.ts";
import { eachMember, fullSet, type SeqSet } from "../seq-set.ts";
import type { Column } from "./column.ts";
import { columnOf } from "./columns.ts";
import type { SortKeyOf } from "./scan.ts";

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

/** Compares two records by their numbers; 0 if they are equal. */
export type Order = (a: number, b: number) => number;

/** The order of records by keys that all have a column; null if a key has none. */
export async function orderByColumns(search: Search, keys: readonly SortKey[]): Promise<Order | null> {
  const columns: Column[] = [];
  for (const { source } of keys) {
    const column = await columnOf(search, source);
    if (!column) return null;
    columns.push(column);
  }
  const [main, ...others] = columns.map((column, index) => column.sortKey(keys[index]?.descending === true));
  if (!main) return () => 0;
  // Almost all comparisons are decided by the main key. A missing value is infinite.
  return (a, b) => {
    const x = main(a);
    const y = main(b);
    return x === y ? compareBy(others, a, b) : x < y ? -1 : 1;
  };
}

function compareBy(sortKeys: readonly SortKeyOf[], a: number, b: number): number {
  for (const key of sortKeys) {
    const [x, y] = [key(a), key(b)];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** The first `count` records of a set; of equal ones the lower record numbers come first. */
export function firstInOrder(set: SeqSet, order: Order, count: number): number[] {
  const first = keepFirst(count, (a, b) => {
    const compared = order(a, b);
    return compared === 0 ? a < b : compared < 0;
  });
  eachMember(set, first.offer);
  return first.sorted();
}
