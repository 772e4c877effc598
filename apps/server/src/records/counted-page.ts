import { sql } from "kysely";
import type { RowCondition } from "./condition.ts";
import type { Search } from "./find-matching.ts";
import type { SortKey } from "./sorted-page.ts";

/**
 * The first `count` records that pass one condition in the order of one key, and how many pass, without going through all
 * that pass: they are counted by one index and met along the other. Null where that is not the shorter way, or where
 * records without a value of the key are wanted.
 */
export async function countedPage(
  { db, size }: Search,
  { rows, test, once }: RowCondition,
  { rows: sorted, descending }: SortKey,
  count: number,
): Promise<{ readonly seqs: readonly number[]; readonly total: number } | null> {
  if (!(once && sorted.ordered && sorted.single)) return null;
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${rows.from} where ${rows.where} and ${test}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  // Going along meets one that passes every size / total rows, and looks each up.
  if (total * total < count * size * LOOK_UP) return null;
  const found = await sql<{ seq: number }>`
    select s.seq from (select v.seq, ${sorted.value} as value from ${sorted.from} where ${sorted.where}) as s
    where exists (select 1 from ${rows.of} where ${rows.where} and ${test} and v.seq = s.seq)
    order by s.value ${descending ? sql`desc` : sql`asc`}, s.seq limit ${count}`.execute(db);
  const seqs = found.rows.map(({ seq }) => seq);
  return seqs.length === Math.min(count, total) ? { seqs, total } : null;
}

/** Looking a record up costs about so much of collecting one that passes. */
const LOOK_UP = 8;
