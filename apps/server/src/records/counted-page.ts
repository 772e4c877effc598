import { countPassing } from "../storage/sqlite/records-by-value.ts";
import { firstPassing } from "../storage/sqlite/records-in-order.ts";
import { isOnce, type RowCondition } from "./row-condition.ts";
import type { Search } from "./search.ts";
import type { SortKey } from "./sort-key.ts";

/**
 * The first `count` records that pass one condition in the order of one key, and how many pass, without going through all
 * that pass: they are counted by one index, up to `most` of them (null: all), and met along the other. Null where that is
 * not the shorter way, or where records without a value of the key are wanted.
 */
export async function countedPage(
  { db, size }: Search,
  condition: RowCondition,
  key: SortKey,
  count: number,
  most: number | null,
): Promise<{ readonly seqs: readonly number[]; readonly total: number } | null> {
  if (!(isOnce(condition) && key.source.ordered && key.source.single)) return null;
  const total = await countPassing(db, condition.source, condition.demand, most);
  if (total === most) return null;
  // Going along meets one that passes every size / total rows, and looks each up.
  if (total * total < count * size * LOOK_UP) return null;
  const seqs = await firstPassing(db, key, condition, count);
  return seqs.length === Math.min(count, total) ? { seqs, total } : null;
}

/** Looking a record up costs about so much of collecting one that passes. */
const LOOK_UP = 8;
