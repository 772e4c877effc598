import { type RawBuilder, sql } from "kysely";
import type { Ordered, ValueCount, ValueRow, Values } from "../engine-values.ts";
import type { Db, Seqs } from "../tables.ts";
import type { Demand, ValueSource } from "../value-sources.ts";
import type { Methods } from "./facets.ts";

/** Statements about the values of a source, around what an engine says of its rows. */

export type Sql = RawBuilder<unknown>;

/**
 * Rows with a record number, `v.seq`, and a value. `from` reads them in value order if there is an index for it; `of` reads
 * the rows of given records. `order`: what that index is sorted by, if not by the value itself.
 */
export type ValueRows = {
  readonly from: Sql;
  readonly of: Sql;
  readonly where: Sql;
  readonly value: Sql;
  readonly order?: readonly Sql[];
};

export type ValueSql = {
  readonly rowsOf: (source: ValueSource) => ValueRows;
  readonly testOf: (demand: Demand, value: Sql, source: ValueSource) => Sql;
  /** SQL that tests if `v.seq` is one of these records; null means any record. It begins with `and`. */
  readonly amongOf: (seqs: Seqs | null) => Sql;
  /** An aggregate: a JSON list, as text or as the list itself. */
  readonly listOf: (each: Sql) => Sql;
  /** A condition as 0 or 1. */
  readonly numberOf: (condition: Sql) => Sql;
};

/** A JSON list as an engine gives it; some give null for an empty one. */
export const listIn = <T>(held: string | readonly T[] | null | undefined): readonly T[] =>
  typeof held === "string" ? JSON.parse(held) : (held ?? []);
type List<T> = string | readonly T[] | null;

export type Searched = Pick<
  Values,
  | "counts"
  | "recordsOfValues"
  | "recordsInOrder"
  | "rowsInOrder"
  | "countPassing"
  | "endsPass"
  | "recordsPassing"
  | "recordsMeeting"
  | "firstPassing"
  | "distinctTexts"
>;

/** Users may give a record equal answers, and a document may repeat a value. Elsewhere a value is there once. */
const eachRecord = ({ ordered }: ValueSource) => (ordered ? sql`v.seq` : sql`distinct v.seq`);

const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`);

/** The methods of an engine that reads values in this way. */
export const searchedWith = ({ rowsOf, testOf, amongOf, listOf, numberOf }: ValueSql): Methods<Searched> => ({
  counts: async (db, source, among) => {
    const { from, of, where, value } = rowsOf(source);
    const { rows } = await sql<ValueCount>`
      select ${value} as value, count(${eachRecord(source)}) as count from ${among ? of : from}
      where ${where} ${amongOf(among)} group by ${value}`.execute(db);
    return rows;
  },

  recordsOfValues: async (db, source) => {
    const { from, where, value } = rowsOf(source);
    const { rows } = await sql<{ value: ValueRow["value"]; seqs: List<number> }>`
      select ${value} as value, ${listOf(eachRecord(source))} as seqs from ${from}
      where ${where} group by ${value}`.execute(db);
    return rows.map((row) => ({ value: row.value, seqs: listIn(row.seqs) }));
  },

  recordsInOrder: async (db, { source, descending }, among) => {
    const { from, of, where, value } = rowsOf(source);
    const { rows } = await sql<{ seqs: List<number> }>`
      select ${listOf(sql`v.seq`)} as seqs from ${among ? of : from}
      where ${where} ${amongOf(among)} group by ${value} order by ${value} ${direction(descending)}`.execute(db);
    return rows.map(({ seqs }) => listIn(seqs));
  },

  rowsInOrder: (db, ordered, chunk) => rowsInOrder(rowsOf(ordered.source), testOf, db, ordered, chunk),

  countPassing: async (db, source, demand, most) => {
    const { from, where, value } = rowsOf(source);
    const passing = sql`from ${from} where ${where} and ${testOf(demand, value, source)}`;
    const { rows } = await (most === null
      ? sql<{ count: number }>`select count(*) as count ${passing}`
      : sql<{ count: number }>`select count(*) as count from (select 1 ${passing} limit ${most}) as found`
    ).execute(db);
    return rows[0]?.count ?? 0;
  },

  endsPass: async (db, source, demand) => {
    const { from, where, value, order = [value] } = rowsOf(source);
    const end = (way: Sql) => sql`(
      select ${testOf(demand, value, source)} from ${from} where ${where}
      order by ${sql.join(order.map((by) => sql`${by} ${way}`))} limit 1)`;
    const ends = await sql<{ pass: number | null }>`select ${end(sql`asc`)} and ${end(sql`desc`)} as pass`.execute(db);
    return ends.rows[0]?.pass === 1;
  },

  recordsPassing: async (db, source, demand, among) => {
    const { from, of, where, value } = rowsOf(source);
    const { rows } = await sql<{ seqs: List<number> }>`
      select ${listOf(sql`v.seq`)} as seqs from ${among ? of : from}
      where ${where} and ${testOf(demand, value, source)} ${amongOf(among)}`.execute(db);
    return listIn(rows[0]?.seqs);
  },

  /** The maximum number of demands (API-36) fits into one number. */
  recordsMeeting: async (db, source, demands, among) => {
    const { from, of, where, value } = rowsOf(source);
    const met = sql.join(
      demands.map((demand, index) => sql`${numberOf(testOf(demand, sql`one.value`, source))} * ${2 ** index}`),
      sql` + `,
    );
    const { rows } = await sql<{ seqs: List<number>; met: number }>`
      with one as materialized (
        select ${listOf(sql`v.seq`)} as seqs, ${value} as value from ${among ? of : from}
        where ${where} ${amongOf(among)} group by ${value})
      select seqs, met from (select one.seqs, ${met} as met from one) as tested where met > 0`.execute(db);
    return rows.map(({ seqs, met: bits }) => ({
      seqs: listIn(seqs),
      met: [...demands.keys()].filter((index) => Math.floor(bits / 2 ** index) % 2 === 1),
    }));
  },

  firstPassing: async (db, { source, descending }, passing, count) => {
    const sorted = rowsOf(source);
    const tested = rowsOf(passing.source);
    const { rows } = await sql<{ seq: number }>`
      select s.seq from (select v.seq, ${sorted.value} as value from ${sorted.from} where ${sorted.where}) as s
      where exists (
        select 1 from ${tested.of}
        where ${tested.where} and ${testOf(passing.demand, tested.value, passing.source)} and v.seq = s.seq)
      order by s.value ${direction(descending)}, s.seq limit ${count}`.execute(db);
    return rows.map(({ seq }) => seq);
  },

  distinctTexts: async (db, source) => {
    const { from, where, value } = rowsOf(source);
    const { rows } = await sql<{ texts: List<string> }>`
      select ${listOf(sql`value`)} as texts from (
        select distinct ${value} as value from ${from} where ${where}) as found`.execute(db);
    return listIn(rows[0]?.texts);
  },
});

async function* rowsInOrder(
  { from, where, value, order = [value] }: ValueRows,
  testOf: ValueSql["testOf"],
  db: Db,
  { source, descending }: Ordered,
  chunk: number,
): AsyncGenerator<ValueRow> {
  const by = sql.join(order.map((one) => sql`${one} ${direction(descending)}`));
  const read = async (after: Sql): Promise<ValueRow[]> => {
    const found = await sql<ValueRow>`
      select ${value} as value, v.seq from ${from} where ${where} ${after}
      order by ${by}, v.seq limit ${chunk}`.execute(db);
    return found.rows;
  };
  const all = { values: null, low: null, high: null };
  let page = await read(sql``);
  for (;;) {
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < chunk) return;
    // First the rest of the last value, then all values beyond it: each is one range of the index.
    const isSame = testOf({ ...all, values: [last.value] }, value, source);
    let same = await read(sql`and ${isSame} and v.seq > ${last.seq}`);
    for (;;) {
      yield* same;
      const end = same.at(-1);
      if (!end || same.length < chunk) break;
      same = await read(sql`and ${isSame} and v.seq > ${end.seq}`);
    }
    const bound = { value: last.value, inclusive: false };
    page = await read(sql`and ${testOf({ ...all, [descending ? "high" : "low"]: bound }, value, source)}`);
  }
}
