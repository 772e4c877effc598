import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import type { Demand } from "../value-demand.ts";
import type { ValueSource } from "../value-source.ts";
import { amongOf, testOf, valueRows } from "./value-rows.ts";

/** Records in the order of their values. */

type Db = Kysely<Tables>;
type Ordered = { readonly source: ValueSource; readonly descending: boolean };

const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`);

/** The records of each value, value after value: the engine sorts each record once. `among`: only these records. */
export async function recordsOfEachValue(
  db: Db,
  { source, descending }: Ordered,
  among: readonly number[] | null,
): Promise<readonly number[][]> {
  const { from, of, where, value } = valueRows(source);
  const { rows } = await sql<{ seqs: string }>`
    select json_group_array(v.seq) as seqs from ${among ? of : from}
    where ${where} ${amongOf(among)} group by ${value} order by ${value} ${direction(descending)}`.execute(db);
  return rows.map(({ seqs }) => JSON.parse(seqs));
}

/** The first `count` records that meet the demand, sorted by other values. A record has at most one value of each kind. */
export async function firstPassing(
  db: Db,
  { source, descending }: Ordered,
  passing: { readonly source: ValueSource; readonly demand: Demand },
  count: number,
): Promise<number[]> {
  const sorted = valueRows(source);
  const tested = valueRows(passing.source);
  const { rows } = await sql<{ seq: number }>`
    select s.seq from (select v.seq, ${sorted.value} as value from ${sorted.from} where ${sorted.where}) as s
    where exists (
      select 1 from ${tested.of}
      where ${tested.where} and ${testOf(passing.demand, tested.value)} and v.seq = s.seq)
    order by s.value ${direction(descending)}, s.seq limit ${count}`.execute(db);
  return rows.map(({ seq }) => seq);
}

export type ValueRow = { readonly value: string | number; readonly seq: number };

/** All rows, `chunk` at a time: sorted by value, and records of the same value by number. */
export async function* rowsInOrder(db: Db, { source, descending }: Ordered, chunk: number): AsyncGenerator<ValueRow> {
  const { from, where, value } = valueRows(source);
  const beyond = descending ? sql`<` : sql`>`;
  const read = async (after: ReturnType<typeof sql>): Promise<ValueRow[]> => {
    const found = await sql<ValueRow>`
      select ${value} as value, v.seq from ${from} where ${where} ${after}
      order by ${value} ${direction(descending)}, v.seq limit ${chunk}`.execute(db);
    return found.rows;
  };
  let page = await read(sql``);
  for (;;) {
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < chunk) return;
    // First the rest of the last value, then all values beyond it: each is one range of the index.
    let same = await read(sql`and ${value} = ${last.value} and v.seq > ${last.seq}`);
    for (;;) {
      yield* same;
      const end = same.at(-1);
      if (!end || same.length < chunk) break;
      same = await read(sql`and ${value} = ${last.value} and v.seq > ${end.seq}`);
    }
    page = await read(sql`and ${value} ${beyond} ${last.value}`);
  }
}
