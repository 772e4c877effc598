import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { Changed, Dropped, Laid, Move, Removed } from "../engine.ts";
import { ROWS_OF_DATASET, ROWS_OF_RECORDS } from "../keys.ts";
import type { Db, Seqs } from "../tables.ts";
import { exactTarget, type FilterValue } from "../value-sources.ts";

type Value = string | number | null | Uint8Array;

/** Rows per statement; a call of a few rows prepares no long statement. */
const MOST_ROWS = 128;
/** Below the limit of 32,766 parameters per statement. */
const MOST_PARAMETERS = 32_000;

/** 128 rows, then a multiple of eight, then the rest: at most two statements for up to 128 rows, of few lengths. */
function lengthFor(left: number, width: number): number {
  const most = Math.min(MOST_ROWS, Math.max(1, Math.floor(MOST_PARAMETERS / width)));
  if (left >= most) return most;
  return left >= 8 ? left - (left % 8) : left;
}

/** A statement around a list of rows, for each number of rows: building it takes longer than running it. */
type Listing = {
  readonly head: string;
  readonly width: number;
  readonly tail: string;
  readonly known: Map<number, CompiledQuery>;
};

export const listingOf = (head: string, width: number, tail = ""): Listing => ({ head, width, tail, known: new Map() });

function queryFor({ head, width, tail, known }: Listing, rows: number): CompiledQuery {
  const row = `(${Array.from({ length: width }, () => "?").join()})`;
  const query = CompiledQuery.raw(`${head} values ${Array.from({ length: rows }, () => row).join()} ${tail}`);
  known.set(rows, query);
  return query;
}

/** Runs a statement with the values of many rows. They are read one by one, to avoid a temporary list for each row. */
export async function runForRows<R>(
  db: Db,
  listing: Listing,
  rows: readonly R[],
  valueAt: (row: R, column: number) => Value | undefined,
): Promise<void> {
  const { width } = listing;
  for (let from = 0; from < rows.length; ) {
    const length = lengthFor(rows.length - from, width);
    const values = new Array<Value>(length * width);
    let at = 0;
    for (const row of rows.slice(from, from + length)) {
      for (let column = 0; column < width; column++) values[at++] = valueAt(row, column) ?? null;
    }
    const query = listing.known.get(length) ?? queryFor(listing, length);
    await db.executeQuery({ ...query, parameters: values });
    from += length;
  }
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

/** Statements by their layout, which each writer has one of. */
const listings = new WeakMap<object, Listing>();

function listingFor<L extends object>(laid: L, make: (laid: L) => Listing): Listing {
  const known = listings.get(laid) ?? make(laid);
  listings.set(laid, known);
  return known;
}

/** Reads the columns of a row. */
const columnsOf =
  <R>(columns: readonly (keyof R)[]) =>
  (row: R, at: number): Value | undefined => {
    const column = columns[at];
    return column && (row[column] as Value | undefined); // what tables hold
  };

export async function putRows<R>(db: Db, laid: Laid<R>, rows: readonly R[]): Promise<void> {
  await runForRows(db, listingFor(laid, insertion), rows, columnsOf<R>(laid.columns));
}

function insertion<R>({ table, columns, over }: Laid<R>): Listing {
  const set = [
    ...(over?.take ?? []).map((column) => `"${column}" = excluded."${column}"`),
    ...(over?.add ?? []).map((column) => `"${column}" = ${table}."${column}" + excluded."${column}"`),
  ];
  const tail = over ? `on conflict (${quoted(over.key)}) do update set ${set.join()}` : "";
  return listingOf(`insert into ${table} (${quoted(columns)})`, columns.length, tail);
}

export async function changeRows<R>(db: Db, laid: Changed<R>, rows: readonly R[]): Promise<void> {
  await runForRows(db, listingFor(laid, change), rows, columnsOf<R>([...laid.key, ...laid.take]));
}

function change<R>({ table, key, take }: Changed<R>): Listing {
  const columns = [...key, ...take];
  // The engine names the columns of listed rows so.
  const named = (column: keyof R & string) => `given.column${columns.indexOf(column) + 1}`;
  const set = take.map((column) => `"${column}" = ${named(column)}`).join();
  const where = key.map((column) => `${table}."${column}" = ${named(column)}`).join(" and ");
  return listingOf(`update ${table} set ${set} from (`, columns.length, `) as given where ${where}`);
}

export async function dropRows<R>(db: Db, laid: Dropped<R>, rows: readonly R[]): Promise<void> {
  await runForRows(db, listingFor(laid, drop), rows, columnsOf<R>(laid.key));
}

const drop = <R>({ table, key }: Dropped<R>): Listing =>
  listingOf(`delete from ${table} where (${quoted(key)}) in (`, key.length, ")");

const VALUES = listingOf("insert into filter_value (target, value, seq, dataset_key)", 4);
const GONE = listingOf("delete from filter_value where (target, value, seq, dataset_key) in (", 4, ")");

export async function insertFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await runForRows(db, VALUES, values, (row, column) => row[column] ?? datasetKey);
}

export async function dropFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await runForRows(db, GONE, values, (row, column) => row[column] ?? datasetKey);
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
