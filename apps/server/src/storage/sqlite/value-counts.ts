import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import type { ValueSource } from "../value-source.ts";
import { amongOf, valueRows } from "./value-rows.ts";

type Db = Kysely<Tables>;
type Value = string | number;

export type ValueCount = { readonly value: Value; readonly count: number };
export type RecordsOfValue = { readonly value: Value; readonly seqs: readonly number[] };

/**
 * Several users may give a record equal answers, and a document may repeat a value. Elsewhere a record has each value once.
 */
const eachRecord = ({ ordered }: ValueSource) => (ordered ? sql`v.seq` : sql`distinct v.seq`);

/** Number of records with each value. `among`: only these records. */
export async function countsOfValues(
  db: Db,
  source: ValueSource,
  among: readonly number[] | null,
): Promise<ValueCount[]> {
  const { from, of, where, value } = valueRows(source);
  const { rows } = await sql<ValueCount>`
    select ${value} as value, count(${eachRecord(source)}) as count from ${among ? of : from}
    where ${where} ${amongOf(among)} group by ${value}`.execute(db);
  return rows;
}

/** The records that have each value. */
export async function recordsOfValues(db: Db, source: ValueSource): Promise<RecordsOfValue[]> {
  const { from, where, value } = valueRows(source);
  const { rows } = await sql<{ value: Value; seqs: string }>`
    select ${value} as value, json_group_array(${eachRecord(source)}) as seqs from ${from}
    where ${where} group by ${value}`.execute(db);
  return rows.map((row) => ({ value: row.value, seqs: JSON.parse(row.seqs) }));
}
