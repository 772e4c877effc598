import { CompiledQuery, type Insertable, type RawBuilder, sql } from "kysely";
import type { Db, Seqs, Tables } from "../tables.ts";
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

type Column<T extends keyof Tables> = keyof Insertable<Tables[T]> & string;

type Laid<T extends keyof Tables> = {
  readonly columns: readonly Column<T>[];
  /** `key`: columns that identify an existing row; `take`: columns that are overwritten. Absent if no row exists. */
  readonly over?: { readonly key: readonly Column<T>[]; readonly take: readonly Column<T>[] };
};

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join();

/** A function that writes many rows of a table, each with its own key. A missing column becomes null. */
export function putRows<T extends keyof Tables & string>(
  table: T,
  { columns, over }: Laid<T>,
): (db: Db, rows: readonly Insertable<Tables[T]>[]) => Promise<void> {
  const taken = over?.take.map((column) => `"${column}" = excluded."${column}"`).join();
  const insertion: Insertion = {
    head: `insert into ${table} (${quoted(columns)})`,
    width: columns.length,
    ...(over ? { tail: `on conflict (${quoted(over.key)}) do update set ${taken}` } : {}),
  };
  const valueAt = (row: Insertable<Tables[T]>, at: number) => {
    const column = columns[at];
    return column && (row[column] as Value | undefined); // what tables hold
  };
  return (db, rows) => insertRows(db, insertion, rows, valueAt);
}

const VALUES = { head: "insert into filter_value (target, value, seq, dataset_key)", width: 4 };

export async function insertFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await insertRows(db, VALUES, values, (row, column) => row[column] ?? datasetKey);
}

/** Tables with a `dataset_key`, and their primary keys. Records are last: rows that point to them are removed first. */
export const ROWS_OF_DATASET = {
  vector: ["dataset_key", "vector_settings_key", "seq"],
  filter_value: ["dataset_key", "target", "value", "seq"],
  suggestion: ["dataset_key", "seq", "question_key"],
  response: ["dataset_key", "seq", "user_key"],
  activity: ["key"],
  flag: ["dataset_key", "seq", "user_key"],
  saved_view: ["id"],
  file_columns: ["dataset_key"],
  brought: ["dataset_key", "seq"],
  snapshot: ["key"],
  changed_block: ["dataset_key", "part", "block"],
  live_block: ["dataset_key", "block"],
  answered_block: ["dataset_key", "user_key", "status", "block"],
  user_counts: ["dataset_key", "user_key"],
  record: ["dataset_key", "seq"],
  labeling_rule: ["key"],
  task_settings: ["dataset_key"],
  task_target: ["dataset_key", "path"],
  task_vector: ["key"],
  task_record: ["dataset_key", "seq"],
} as const;

/** Tables whose rows belong to a record; records are last. `by`: the index column before the record number, if any. */
const ROWS_OF_RECORDS = [
  { table: "vector", by: "vector_settings_key" },
  { table: "filter_value", by: "target" },
  { table: "suggestion", by: null },
  { table: "response", by: null },
  { table: "activity", by: null },
  { table: "flag", by: null },
  { table: "brought", by: null },
  { table: "record", by: null },
  { table: "task_record", by: null },
] as const satisfies readonly { readonly table: Table; readonly by: string | null }[];

type Table = keyof typeof ROWS_OF_DATASET;

export type Move = {
  readonly from: number;
  readonly to: number;
  /** The kinds of vectors that move; those of other kinds stay. */
  readonly vectors: readonly { readonly key: number }[];
  /** Copies of vectors in memory read what is written later than the last they know. */
  readonly at: number;
};

/** Gives records, and the rows that belong to them, to another dataset key. What is derived from them is not moved. */
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

/** All rows of a dataset, or only the vectors of one kind, or only the values of one target. */
export type Removed = {
  readonly datasetKey: number;
  readonly vectorSettingsKey: number | null;
  readonly target: number | null;
};

/** Rows that an index holds in record order. */
type Walk = { readonly table: Table; readonly where: RawBuilder<unknown> };

/**
 * Removes about `most` rows, in record order. Returns the record number below which nothing is left; null if nothing is left
 * at all.
 */
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

/**
 * The condition of a row of `job`: jobs that change a deleted dataset wait until it is restored, so that it comes back whole, or is removed for good, which ends
 * them. A copy changes its target.
 */
export const isHeld = sql<boolean>`case name when 'purge' then 0 when 'copy' then about ->> '$.to' else dataset_key end
  in (select key from deleted_dataset)`;
