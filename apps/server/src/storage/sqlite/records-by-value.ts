import { type RawBuilder, sql } from "kysely";
import type { Ordered, ValueRow } from "../engine-values.ts";
import type { Db, Seqs } from "../tables.ts";
import type { Demand, SourceKind, ValueSource } from "../value-sources.ts";

type Sql = RawBuilder<unknown>;

/**
 * Rows with a record number, `v.seq`, and a value. `from` reads them in value order if there is an index for it; `of` reads
 * the rows of given records.
 */
type ValueRows = { readonly from: Sql; readonly of: Sql; readonly where: Sql; readonly value: Sql };

export function valueRows({ datasetKey, at, kind }: ValueSource): ValueRows {
  switch (at.table) {
    case "filter_value":
      return {
        // By the primary key, which begins with the value.
        from: sql`filter_value as v not indexed`,
        of: sql`filter_value as v indexed by filter_value_seq`,
        where: sql`v.dataset_key = ${datasetKey} and v.target = ${at.target}`,
        value: sql`v.value`,
      };
    case "record":
      return {
        from: sql`record as v indexed by ${sql.ref(`record_${at.column}`)}`,
        of: sql`record as v not indexed`,
        where: sql`v.dataset_key = ${datasetKey}`,
        value: sql`v.${sql.ref(at.column)}`,
      };
    case "record ids": {
      const value = sql`v.${sql.ref(at.column)}`;
      return {
        from: sql`record as v indexed by ${sql.ref(`record_${at.column}`)}`,
        of: sql`record as v not indexed`,
        where: sql`v.dataset_key = ${datasetKey} and ${value} is not null`,
        value,
      };
    }
    case "suggestion": {
      const from = sql`suggestion as v not indexed`;
      const where = sql`v.dataset_key = ${datasetKey} and v.question_key = ${at.questionKey} and v.type is not null`;
      return { from, of: from, where, value: sql`v.type` };
    }
    case "task_record":
      return {
        from: sql`task_record as v indexed by task_record_id`,
        of: sql`task_record as v indexed by task_record_seq`,
        where: sql`v.dataset_key = ${datasetKey}`,
        value: sql`v.id`,
      };
    case "documents": {
      const from = sql`task_record as v indexed by task_record_seq`;
      const value = memberOf(sql`v.document`, at.path, kind);
      return { from, of: from, where: sql`v.dataset_key = ${datasetKey} and ${value} is not null`, value };
    }
    case "document": {
      const found = sql`document_values(v.document, ${at.path}, ${at.below ? 1 : 0}, ${kind === "float" ? 1 : 0})`;
      const from = sql`task_record as v indexed by task_record_seq, json_each(${found}) as j`;
      return { from, of: from, where: sql`v.dataset_key = ${datasetKey}`, value: sql`j.value` };
    }
    case "response": {
      const from = sql`response as v, json_each(v."values", ${`$."${at.question}".value`}) as j`;
      const mine = at.userKey === null ? sql`` : sql`and v.user_key = ${at.userKey}`;
      const where = sql`v.dataset_key = ${datasetKey} ${mine} and j.value is not null`;
      return { from, of: from, where, value: sql`j.value` };
    }
  }
}

/** A member of a document as a number, or as its JSON text. */
export const memberOf = (document: Sql, path: string, kind: SourceKind): Sql =>
  kind === "text" ? sql`${document} -> ${path}` : sql`${document} ->> ${path}`;

function testOf({ values, low, high }: Demand, value: Sql): Sql {
  const tests = [
    ...(values === null ? [] : [isOneOf(value, values)]),
    ...(low === null ? [] : [sql`${value} ${low.inclusive ? sql`>=` : sql`>`} ${low.value}`]),
    ...(high === null ? [] : [sql`${value} ${high.inclusive ? sql`<=` : sql`<`} ${high.value}`]),
  ];
  return tests.length === 0 ? sql`true` : sql.join(tests, sql` and `);
}

/** Above this number of values one JSON parameter is used: a statement allows 32,766 parameters. */
const MOST_PARAMETERS = 1000;

const isOneOf = (value: Sql, values: readonly (string | number)[]): Sql =>
  values.length <= MOST_PARAMETERS
    ? sql`${value} in (${sql.join(values)})`
    : sql`${value} in (select value from json_each(${JSON.stringify(values)}))`;

/** SQL that tests if a row belongs to one of these records; null means any record. */
export const amongOf = (seqs: Seqs | null): Sql =>
  seqs ? sql`and v.seq in (select value from json_each(${JSON.stringify(seqs)}))` : sql``;

export async function countPassing(db: Db, source: ValueSource, demand: Demand, most: number | null): Promise<number> {
  const { from, where, value } = valueRows(source);
  const passing = sql`from ${from} where ${where} and ${testOf(demand, value)}`;
  const { rows } = await (most === null
    ? sql<{ count: number }>`select count(*) as count ${passing}`
    : sql<{ count: number }>`select count(*) as count from (select 1 ${passing} limit ${most})`
  ).execute(db);
  return rows[0]?.count ?? 0;
}

export async function endsPass(db: Db, source: ValueSource, demand: Demand): Promise<boolean> {
  const { from, where, value } = valueRows(source);
  const end = (direction: RawBuilder<unknown>) =>
    sql`(select ${testOf(demand, value)} from ${from} where ${where} order by ${value} ${direction} limit 1)`;
  const ends = await sql<{ pass: number | null }>`select ${end(sql`asc`)} and ${end(sql`desc`)} as pass`.execute(db);
  return ends.rows[0]?.pass === 1;
}

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
type RecordsMeeting = { readonly seqs: Seqs; readonly met: readonly number[] };

/** The maximum number of demands (API-36) fits into one number. */
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

export async function distinctTextsOf(db: Db, source: ValueSource): Promise<readonly string[]> {
  const { from, where, value } = valueRows(source);
  const { rows } = await sql<{ texts: string }>`
    select json_group_array(value) as texts from (select distinct ${value} as value from ${from} where ${where})`.execute(
    db,
  );
  return JSON.parse(rows[0]?.texts ?? "[]");
}

const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`);

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
