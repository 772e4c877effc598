import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Laid, Move, Removed } from "../engine.ts";
import { ROWS_OF_DATASET, ROWS_OF_RECORDS } from "../keys.ts";
import type { Db, Seqs } from "../tables.ts";
import { exactTarget, type FilterValue } from "../value-sources.ts";

type Table = keyof typeof ROWS_OF_DATASET;
type Value = string | number | null | Uint8Array;

/** Rows per statement: only a few lengths, so that few statements are prepared. A statement allows 65,535 parameters. */
const LENGTHS = [256, 32, 8, 1] as const;
const MOST_PARAMETERS = 60_000;

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

function statement<R>({ table, columns, over }: Laid<R>, rows: number): string {
  const width = columns.length;
  const values = Array.from(
    { length: rows },
    (_, row) => `(${columns.map((_column, at) => `$${row * width + at + 1}`).join()})`,
  );
  const set = [
    ...(over?.take ?? []).map((column) => `"${column}" = excluded."${column}"`),
    ...(over?.add ?? []).map((column) => `"${column}" = "${table}"."${column}" + excluded."${column}"`),
  ];
  const tail = over ? ` on conflict (${quoted(over.key)}) do update set ${set.join()}` : "";
  return `insert into "${table}" (${quoted(columns)}) values ${values.join()}${tail}`;
}

const texts = new WeakMap<object, Map<number, string>>();

function textOf<R>(laid: Laid<R>, rows: number): string {
  const known = texts.get(laid) ?? new Map<number, string>();
  texts.set(laid, known);
  const text = known.get(rows) ?? statement(laid, rows);
  known.set(rows, text);
  return text;
}

export async function putRows<R>(db: Db, laid: Laid<R>, rows: readonly R[]): Promise<void> {
  const { columns } = laid;
  let from = 0;
  for (const length of LENGTHS) {
    if (length > 1 && length * columns.length > MOST_PARAMETERS) continue;
    for (; rows.length - from >= length; from += length) {
      const values = rows
        .slice(from, from + length)
        .flatMap((row) => columns.map((column) => (row[column] as Value | undefined) ?? null)); // what tables hold
      await db.executeQuery(CompiledQuery.raw(textOf(laid, length), values));
    }
  }
}

type ValueRow = {
  readonly dataset_key: number;
  readonly target: number;
  readonly seq: number;
  readonly number: number | null;
  readonly term: string | null;
};
const VALUES: Laid<ValueRow> = { table: "filter_value", columns: ["dataset_key", "target", "seq", "number", "term"] };

export const insertFilterValues = (db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> =>
  putRows(
    db,
    VALUES,
    values.map(([target, value, seq]) => ({
      dataset_key: datasetKey,
      target,
      seq,
      number: typeof value === "number" ? value : null,
      term: typeof value === "string" ? value : null,
    })),
  );

export async function moveRows(db: Db, { from, to, vectors, at }: Move, seqs: Seqs): Promise<void> {
  const kinds = vectors.map(({ key }) => key);
  for (const { table } of ROWS_OF_RECORDS) {
    if (table === "filter_value") continue;
    const isVector = table === "vector";
    await sql`update ${sql.table(table)} set dataset_key = ${to}${isVector ? sql`, written_at = ${at}` : sql``}
      where dataset_key = ${from}${isVector ? sql` and vector_settings_key = any(${kinds}::bigint[])` : sql``}
        and seq = any(${seqs}::bigint[])`.execute(db);
  }
}

/** Rows that an index holds in record order. */
type Walk = { readonly table: Table; readonly where: RawBuilder<unknown> };

export async function removeRows(db: Db, removed: Removed, most: number): Promise<number | null> {
  const walks = await left(db, await walksOf(db, removed));
  if (walks.length === 0) {
    const all = removed.vectorSettingsKey === null && removed.target === null;
    return all && (await removeRest(db, removed.datasetKey, most)) ? Number.POSITIVE_INFINITY : null;
  }
  const to = leastOf(walks) + most;
  let may = most;
  for (const { table, where } of walks) {
    if (may > 0) may -= await removeWhere(db, table, sql`${where} and seq < ${to}`, may);
  }
  return leastOf(await left(db, walks));
}

async function walksOf(db: Db, { datasetKey, vectorSettingsKey, target }: Removed): Promise<Walk[]> {
  const ofDataset = sql`dataset_key = ${datasetKey}`;
  const by = (column: string, value: number) => sql`${ofDataset} and ${sql.ref(column)} = ${value}`;
  if (vectorSettingsKey !== null) return [{ table: "vector", where: by("vector_settings_key", vectorSettingsKey) }];
  if (target !== null)
    return [target, exactTarget(target)].map((one) => ({ table: "filter_value", where: by("target", one) }));
  const walks: Walk[] = [];
  for (const { table, by: column } of ROWS_OF_RECORDS) {
    if (column === null) walks.push({ table, where: ofDataset });
    else
      for (const value of await valuesOf(db, table, column, datasetKey))
        walks.push({ table, where: by(column, value) });
  }
  return walks;
}

/** The distinct values of the index column after the dataset key; each costs one lookup. */
async function valuesOf(db: Db, table: Table, column: string, datasetKey: number): Promise<number[]> {
  const value = sql.ref(column);
  const least = sql`select min(${value}) as value from ${sql.table(table)} where dataset_key = ${datasetKey}`;
  const { rows } = await sql<{ value: number }>`
    with recursive found (value) as (
      ${least} union all select (${least} and ${value} > found.value) from found where found.value is not null)
    select value from found where value is not null`.execute(db);
  return rows.map((row) => row.value);
}

/** The walks with rows left, each with its next record number. */
async function left(db: Db, walks: readonly Walk[]): Promise<readonly (Walk & { readonly at: number })[]> {
  const found: (Walk & { readonly at: number })[] = [];
  for (const { table, where } of walks) {
    const { rows } = await sql<{ seq: number }>`
      select seq from ${sql.table(table)} where ${where} order by seq limit 1`.execute(db);
    for (const { seq } of rows) found.push({ table, where, at: seq });
  }
  return found;
}

const leastOf = (walks: readonly { readonly at: number }[]): number => Math.min(...walks.map(({ at }) => at));

/** Removes rows that belong to no record, one table per call. Returns true if there were any. */
async function removeRest(db: Db, datasetKey: number, most: number): Promise<boolean> {
  for (const table of Object.keys(ROWS_OF_DATASET) as Table[]) // its own keys
    if ((await removeWhere(db, table, sql`dataset_key = ${datasetKey}`, most)) > 0) return true;
  return false;
}

/** Returns the number of removed rows. */
async function removeWhere(db: Db, table: Table, where: RawBuilder<unknown>, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where ${where} limit ${most}))`.execute(db);
  return Number(numAffectedRows);
}

/** Documents are changed here and not by the server, whose JSON has no U+0000. */
export async function putTaskStatus(db: Db, datasetKey: number, seqs: Seqs, status: string): Promise<void> {
  const { rows } = await sql<{ seq: number; document: string }>`
    select seq, document from task_record
    where dataset_key = ${datasetKey} and seq = any(${seqs}::bigint[])`.execute(db);
  const documents = rows.map(({ document }) => JSON.stringify({ ...JSON.parse(document), status }));
  await sql`
    update task_record set document = changed.document
    from unnest(${rows.map(({ seq }) => seq)}::bigint[], ${documents}::text[]) as changed (seq, document)
    where task_record.dataset_key = ${datasetKey} and task_record.seq = changed.seq`.execute(db);
}
