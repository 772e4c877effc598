import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../tables.ts";
import type { Demand } from "../value-demand.ts";
import type { ValueSource } from "../value-source.ts";
import { amongOf, testOf, valueRows } from "./value-rows.ts";

/** Which records have a value that is what it is asked to be, and how many rows have one. */

type Db = Kysely<Tables>;

/** How many rows pass, counted no further than `most`. */
export async function countPassing(db: Db, source: ValueSource, demand: Demand, most: number | null): Promise<number> {
  const { from, where, value } = valueRows(source);
  const passing = sql`from ${from} where ${where} and ${testOf(demand, value)}`;
  const { rows } = await (most === null
    ? sql<{ count: number }>`select count(*) as count ${passing}`
    : sql<{ count: number }>`select count(*) as count from (select 1 ${passing} limit ${most})`
  ).execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether the least and the greatest of the values pass. */
export async function endsPass(db: Db, source: ValueSource, demand: Demand): Promise<boolean> {
  const { from, where, value } = valueRows(source);
  const end = (direction: RawBuilder<unknown>) =>
    sql`(select ${testOf(demand, value)} from ${from} where ${where} order by ${value} ${direction} limit 1)`;
  const ends = await sql<{ pass: number | null }>`select ${end(sql`asc`)} and ${end(sql`desc`)} as pass`.execute(db);
  return ends.rows[0]?.pass === 1;
}

/** The records with a row that passes, some of them twice; `among`: only of these. */
export async function recordsPassing(
  db: Db,
  source: ValueSource,
  demand: Demand,
  among: readonly number[] | null,
): Promise<readonly number[]> {
  const { from, of, where, value } = valueRows(source);
  const { rows } = await sql<{ seqs: string }>`
    select json_group_array(v.seq) as seqs from ${among ? of : from}
    where ${where} and ${testOf(demand, value)} ${amongOf(among)}`.execute(db);
  return JSON.parse(rows[0]?.seqs ?? "[]");
}

/** Records that have one value, and which of the demands it meets. */
export type RecordsMeeting = { readonly seqs: readonly number[]; readonly met: readonly number[] };

/**
 * For each value that meets some of the demands the records that have it: each value is tested once, however many have it.
 * `among`: only of these records. As many demands as there are at most (API-36) fit into one number.
 */
export async function recordsMeeting(
  db: Db,
  source: ValueSource,
  demands: readonly Demand[],
  among: readonly number[] | null,
): Promise<RecordsMeeting[]> {
  const { from, of, where, value } = valueRows(source);
  const met = sql.join(
    demands.map((demand, index) => sql`(${testOf(demand, sql`one.value`)}) * ${2 ** index}`),
    sql` + `,
  );
  const { rows } = await sql<{ seqs: string; met: number }>`
    with one as materialized (
      select json_group_array(v.seq) as seqs, ${value} as value from ${among ? of : from}
      where ${where} ${amongOf(among)} group by ${value})
    select one.seqs, ${met} as met from one where met > 0`.execute(db);
  return rows.map(({ seqs, met: bits }) => ({
    seqs: JSON.parse(seqs),
    met: [...demands.keys()].filter((index) => Math.floor(bits / 2 ** index) % 2 === 1),
  }));
}

/** Every text once, in no order. */
export async function distinctTextsOf(db: Db, source: ValueSource): Promise<readonly string[]> {
  const { from, where, value } = valueRows(source);
  const { rows } = await sql<{ texts: string }>`
    select json_group_array(value) as texts from (select distinct ${value} as value from ${from} where ${where})`.execute(
    db,
  );
  return JSON.parse(rows[0]?.texts ?? "[]");
}
