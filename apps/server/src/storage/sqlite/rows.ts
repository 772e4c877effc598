import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Laid, Move, Removed } from "../engine.ts";
import { ROWS_OF_DATASET, ROWS_OF_RECORDS } from "../keys.ts";
import type { Db, Seqs } from "../tables.ts";
import { exactTarget, type FilterValue } from "../value-sources.ts";

type Value = string | number | null | Uint8Array;

/** Rows per statement: only a few lengths, so that few statements are prepared. */
const LENGTHS = [128, 32, 8, 1] as const;
/** Below the limit of 32,766 parameters per statement. */
const MOST_PARAMETERS = 32_000;

/** The parts of a statement before and after its values: building it in parts takes longer than running it. */
type Insertion = { readonly head: string; readonly width: number; readonly tail?: string };

const texts = new Map<string, string>();

function statement({ head, width, tail = "" }: Insertion, rows: number): string {
  const id = `${rows} ${head} ${tail}`;
  const known = texts.get(id);
  if (known) return known;
  const row = `(${Array.from({ length: width }, () => "?").join()})`;
  const text = `${head} values ${Array.from({ length: rows }, () => row).join()} ${tail}`;
  texts.set(id, text);
  return text;
}

/** Inserts many rows of the same width. Values are read one by one, to avoid a temporary list for each row. */
export async function insertRows<R>(
  db: Db,
  insertion: Insertion,
  rows: readonly R[],
  valueAt: (row: R, column: number) => Value | undefined,
): Promise<void> {
  const { width } = insertion;
  let from = 0;
  for (const length of LENGTHS) {
    if (length > 1 && length * width > MOST_PARAMETERS) continue;
    for (; rows.length - from >= length; from += length) {
      const values = new Array<Value>(length * width);
      let at = 0;
      for (const row of rows.slice(from, from + length)) {
        for (let column = 0; column < width; column++) values[at++] = valueAt(row, column) ?? null;
      }
      await db.executeQuery(CompiledQuery.raw(statement(insertion, length), values));
    }
  }
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

/** Statements by the layout, which each writer has one of. */
const insertions = new WeakMap<object, Insertion>();

function insertionOf<R>(laid: Laid<R>): Insertion {
  const known = insertions.get(laid);
  if (known) return known;
  const { table, columns, over } = laid;
  const taken = over?.take.map((column) => `"${column}" = excluded."${column}"`).join();
  const made = {
    head: `insert into ${table} (${quoted(columns)})`,
    width: columns.length,
    ...(over ? { tail: `on conflict (${quoted(over.key)}) do update set ${taken}` } : {}),
  };
  insertions.set(laid, made);
  return made;
}

export async function putRows<R>(db: Db, laid: Laid<R>, rows: readonly R[]): Promise<void> {
  await insertRows(db, insertionOf(laid), rows, (row, at) => {
    const column = laid.columns[at];
    return column && (row[column] as Value | undefined); // what tables hold
  });
}

const VALUES = { head: "insert into filter_value (target, value, seq, dataset_key)", width: 4 };

export async function insertFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await insertRows(db, VALUES, values, (row, column) => row[column] ?? datasetKey);
}

type Table = keyof typeof ROWS_OF_DATASET;

export async function moveRows(db: Db, { from, to, vectors, at }: Move, seqs: Seqs): Promise<void> {
  const kinds = vectors.map(({ key }) => sql.lit(key));
  for (const { table } of ROWS_OF_RECORDS) {
    if (table === "filter_value") continue;
    const isVector = table === "vector";
    await sql`update ${sql.table(table)} set dataset_key = ${to}${isVector ? sql`, written_at = ${at}` : sql``}
      where dataset_key = ${from}${isVector ? sql` and vector_settings_key in (${sql.join(kinds)})` : sql``}
        and seq in (${sql.join(seqs)})`.execute(db);
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
  const least = sql`select min(${value}) from ${sql.table(table)} where dataset_key = ${datasetKey}`;
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
    // This condition is always true. It makes the engine use the index with the right order instead of the smallest index.
    const { rows } = await sql<{ seq: number }>`
      select seq from ${sql.table(table)} where ${where} and seq >= 0 order by seq limit 1`.execute(db);
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
  const key = sql.join(ROWS_OF_DATASET[table].map((column) => sql.ref(column)));
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)} where ${where} limit ${sql.lit(most)})
  `.execute(db);
  return Number(numAffectedRows);
}
