import { membersOfJson } from "@postil/domain/text/json-text";
import { sql } from "kysely";
import type { Move } from "../engine.ts";
import { ROWS_OF_RECORDS } from "../keys.ts";
import { type Lists, listingOf, runForRows } from "../sql/listed-rows.ts";
import type { RemoveWhere } from "../sql/rows-in-parts.ts";
import type { Db, Seqs } from "../tables.ts";
import type { FilterValue } from "../value-sources.ts";
import { removeVectors } from "./vector-search.ts";

/** A power of two, up to this number: a statement is prepared for each length. A statement allows 65,535 parameters. */
const MOST_ROWS = 256;
const MOST_PARAMETERS = 60_000;

// Given values in a list are texts to the server, unless another row says what they are.
const typed = (table: string, columns: readonly string[]): string =>
  `(${columns.map((column) => `(select "${column}" from "${table}" where false)`).join()})`;

export const LISTS: Lists = {
  lengthFor: (left, width) => 2 ** Math.floor(Math.log2(Math.min(left, MOST_ROWS, MOST_PARAMETERS / width))),
  place: (at) => `$${at}`,
  typed,
};

const KEY = ["dataset_key", "target", "seq"] as const;
const VALUES = listingOf(
  LISTS,
  'insert into filter_value ("dataset_key", "target", "seq", "number", "term") values',
  5,
);
const goneBy = (column: string, isThere: string) =>
  listingOf(
    LISTS,
    `delete from filter_value as stored using (values ${typed("filter_value", [...KEY, column])},`,
    4,
    `) as given (dataset_key, target, seq, ${column}) where stored.dataset_key = given.dataset_key
      and stored.target = given.target and stored.seq = given.seq and ${isThere}`,
  );
const GONE_NUMBERS = goneBy("number", "stored.number = given.number");
// The index of terms has their beginnings. Without this one all terms of the target would be read for each value.
const GONE_TERMS = goneBy("term", 'stored.term = given.term and "left"(stored.term, 500) = "left"(given.term, 500)');

export async function insertFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await runForRows(db, VALUES, values, ([target, value, seq], column) => {
    if (column < KEY.length) return [datasetKey, target, seq][column];
    return (typeof value === "number") === (column === KEY.length) ? value : null;
  });
}

export async function dropFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  for (const [listing, type] of [
    [GONE_NUMBERS, "number"],
    [GONE_TERMS, "string"],
  ] as const) {
    const some = values.filter(([, value]) => typeof value === type);
    await runForRows(db, listing, some, ([target, value, seq], column) => [datasetKey, target, seq, value][column]);
  }
}

/** Rows of a cluster lie where their dataset key says, so they are written anew under another one, and never given it. */
export async function moveRows(db: Db, { from, to, vectors, at }: Move, seqs: Seqs): Promise<void> {
  const kinds = vectors.map(({ key }) => key);
  const others = await columnsBesidesKey(db);
  for (const { table } of ROWS_OF_RECORDS) {
    if (table === "filter_value") continue;
    const isVector = table === "vector";
    const columns = others.get(table) ?? [];
    const moved = sql`dataset_key = ${from}${isVector ? sql` and vector_settings_key = any(${kinds}::bigint[])` : sql``}
      and seq = any(${seqs}::bigint[])`;
    const values = columns.map((column) => (column === "written_at" ? sql`${at}::bigint` : sql.ref(column)));
    await sql`insert into ${sql.table(table)} (dataset_key, ${sql.join(columns.map((column) => sql.ref(column)))})
      select ${to}::bigint, ${sql.join(values)} from ${sql.table(table)} where ${moved}`.execute(db);
    await sql`delete from ${sql.table(table)} where ${moved}`.execute(db);
  }
  await removeVectors(db, from, kinds, seqs);
}

async function columnsBesidesKey(db: Db): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name::text as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() and column_name <> 'dataset_key'
      and table_name = any(${ROWS_OF_RECORDS.map(({ table }) => table)}::text[])
    group by table_name`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

type VectorRow = { readonly dataset_key: number; readonly vector_settings_key: number; readonly seq: number };

/** Returns the number of removed rows. A cluster finds the one node that has them by the condition outside. */
export const removeWhere: RemoveWhere = async (db, table, where, most) => {
  const some = sql`
    delete from ${sql.table(table)} where ${where} and ctid = any(array(
      select ctid from ${sql.table(table)} where ${where} limit ${most}))`;
  if (table !== "vector") return Number((await some.execute(db)).numAffectedRows ?? 0n);
  const { rows } = await sql<VectorRow>`${some} returning dataset_key, vector_settings_key, seq`.execute(db);
  for (const [kind, same] of Map.groupBy(rows, (row) => `${row.dataset_key} ${row.vector_settings_key}`)) {
    const [datasetKey = 0, settingsKey = 0] = kind.split(" ").map(Number);
    await removeVectors(
      db,
      datasetKey,
      [settingsKey],
      same.map(({ seq }) => seq),
    );
  }
  return rows.length;
};

/** Documents are changed here and not by the server, whose JSON has no U+0000. Numbers keep the form in which they are. */
export async function putTaskStatus(db: Db, datasetKey: number, seqs: Seqs, status: string): Promise<void> {
  const { rows } = await sql<{ seq: number; document: string }>`
    select seq, document from task_record
    where dataset_key = ${datasetKey} and seq = any(${seqs}::bigint[])`.execute(db);
  const documents = rows.map(({ document }) => withStatus(document, JSON.stringify(status)));
  await sql`
    update task_record set document = changed.document
    from unnest(${rows.map(({ seq }) => seq)}::bigint[], ${documents}::text[]) as changed (seq, document)
    where task_record.dataset_key = ${datasetKey} and task_record.seq = changed.seq`.execute(db);
}

function withStatus(document: string, status: string): string {
  const members = membersOfJson(document).map(
    ({ name, json }) => `${JSON.stringify(name)}:${name === "status" ? status : json}`,
  );
  return `{${members.join()}}`;
}

const sequenceOf = (table: string) => sql`pg_get_serial_sequence(quote_ident(${table}::text), 'key')::regclass`;
const hasKey = (table: string) =>
  sql`exists (select from information_schema.columns
    where table_schema = current_schema() and table_name = ${table}::text and column_name = 'key')`;

async function isNumbered(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ numbered: boolean }>`
    select case when ${hasKey(table)} then ${sequenceOf(table)} is not null else false end as numbered`.execute(db);
  return rows[0]?.numbered ?? false;
}

export async function lastNumber(db: Db, table: string): Promise<number> {
  if (!(await isNumbered(db, table))) return 0;
  const { rows } = await sql<{ last: number }>`
    select coalesce(pg_sequence_last_value(${sequenceOf(table)}), 0) as last`.execute(db);
  return rows[0]?.last ?? 0;
}

export async function goOnAfter(db: Db, table: string, number: number): Promise<void> {
  if (!(await isNumbered(db, table))) return;
  const { rows } = await sql<{ last: number | null }>`select max(key) as last from ${sql.table(table)}`.execute(db);
  const last = Math.max(number, rows[0]?.last ?? 0);
  if (last > 0) await sql`select setval(${sequenceOf(table)}, ${last}::bigint)`.execute(db);
}
