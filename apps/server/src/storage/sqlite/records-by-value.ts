import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../tables.ts";
import type { Demand } from "../value-demand.ts";
import type { ValueSource } from "../value-source.ts";
import { amongOf, testOf, valueRows } from "./value-rows.ts";

/** Finds records whose values meet a demand, and counts such rows. */

type Db = Kysely<Tables>;

/** Number of rows that meet the demand; counting stops at `most`. */
export async function countPassing(db: Db, source: ValueSource, demand: Demand, most: number | null): Promise<number> {
  const { from, where, value } = valueRows(source);
  const passing = sql`from ${from} where ${where} and ${testOf(demand, value)}`;
  const { rows } = await (most === null
    ? sql<{ count: number }>`select count(*) as count ${passing}`
    : sql<{ count: number }>`select count(*) as count from (select 1 ${passing} limit ${most})`
  ).execute(db);
  return rows[0]?.count ?? 0;
}

/** True if both the smallest and the greatest value meet the demand. */
export async function endsPass(db: Db, source: ValueSource, demand: Demand): Promise<boolean> {
  const { from, where, value } = valueRows(source);
  const end = (direction: RawBuilder<unknown>) =>
    sql`(select ${testOf(demand, value)} from ${from} where ${where} order by ${value} ${direction} limit 1)`;
  const ends = await sql<{ pass: number | null }>`select ${end(sql`asc`)} and ${end(sql`desc`)} as pass`.execute(db);
  return ends.rows[0]?.pass === 1;
}

/** The records with a row that meets the demand; some records may appear twice. `among`: only these records. */
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

/** Records with the same value, and the indexes of the demands that it meets. */
export type RecordsMeeting = { readonly seqs: readonly number[]; readonly met: readonly number[] };

/**
 * For each value that meets some of the demands: the records with that value. Each value is tested once, however many records
 * have it. `among`: only these records. The maximum number of demands (API-36) fits into one number.
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

/** Every distinct text, in no order. */
export async function distinctTextsOf(db: Db, source: ValueSource): Promise<readonly string[]> {
  const { from, where, value } = valueRows(source);
  const { rows } = await sql<{ texts: string }>`
    select json_group_array(value) as texts from (select distinct ${value} as value from ${from} where ${where})`.execute(
    db,
  );
  return JSON.parse(rows[0]?.texts ?? "[]");
}
