import type { SQLOutputValue } from "node:sqlite";
import { asFloat, parseWithNames } from "@postil/domain/text/json-text";
import { CompiledQuery, sql } from "kysely";
import type { Move } from "../engine.ts";
import { ROWS_OF_DATASET, ROWS_OF_RECORDS } from "../keys.ts";
import { type Lists, listingOf, runForRows } from "../sql/listed-rows.ts";
import type { RemoveWhere } from "../sql/rows-in-parts.ts";
import type { Db, Seqs } from "../tables.ts";
import { type FilterValue, valuesIn } from "../value-sources.ts";

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

export const LISTS: Lists = { lengthFor, place: () => "?" };

const VALUES = listingOf(LISTS, "insert into filter_value (target, value, seq, dataset_key) values", 4);
const GONE = listingOf(LISTS, "delete from filter_value where (target, value, seq, dataset_key) in (values", 4, ")");

export async function insertFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await runForRows(db, VALUES, values, (row, column) => row[column] ?? datasetKey);
}

export async function dropFilterValues(db: Db, datasetKey: number, values: readonly FilterValue[]): Promise<void> {
  await runForRows(db, GONE, values, (row, column) => row[column] ?? datasetKey);
}

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

/** Returns the number of removed rows. */
export const removeWhere: RemoveWhere = async (db, table, where, most) => {
  const key = sql.join(ROWS_OF_DATASET[table].map((column) => sql.ref(column)));
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where (${key}) in (
      select ${key} from ${sql.table(table)} where ${where} limit ${sql.lit(most)})
  `.execute(db);
  return Number(numAffectedRows);
};

/** Only tables whose numbers are never given again have a row here, once they have one. */
export async function lastNumber(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db);
  return rows[0]?.seq ?? 0;
}

export async function goOnAfter(db: Db, table: string, number: number): Promise<void> {
  // The engine itself sees to numbers that are there.
  if (number <= (await lastNumber(db, table))) return;
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${number})`.execute(db);
}

/** `valuesIn` for SQL: takes a JSON document, and returns a JSON list. */
export function documentValues(
  document: SQLOutputValue,
  path: SQLOutputValue,
  below: SQLOutputValue,
  single: SQLOutputValue,
): string {
  const found = valuesIn(parseWithNames(String(document)), String(path), below === 1, single === 1);
  // SQL reads whole numbers beyond 2^53 as integers, which do not fit into the numbers here.
  return JSON.stringify(
    found.map((one) => (typeof one === "number" && !Number.isSafeInteger(one) ? asFloat(one) : one)),
  );
}

/** Number of records per statement: a cancelled read stops after one statement. */
const RECORDS = 4096;

function* inParts(seqs: ArrayLike<number>): Generator<string> {
  for (let from = 0; from < seqs.length; from += RECORDS) {
    const some = Array.from({ length: Math.min(RECORDS, seqs.length - from) }, (_, index) => seqs[from + index]);
    yield JSON.stringify(some);
  }
}

export async function* partsOfRecords(
  db: Db,
  datasetKey: number,
  seqs: ArrayLike<number>,
  paths: readonly string[],
): AsyncGenerator<readonly unknown[]> {
  const parts = sql.join(paths.map((path) => sql`r.document -> ${path}`));
  for (const some of inParts(seqs)) {
    const { rows } = await sql<{ parts: string }>`
      select json_array(${parts}) as parts from task_record as r indexed by task_record_seq
      where r.dataset_key = ${datasetKey} and r.seq in (select value from json_each(${some}))`.execute(db);
    for (const row of rows) yield JSON.parse(row.parts);
  }
}

export async function putTaskStatus(db: Db, datasetKey: number, seqs: Seqs, status: string): Promise<void> {
  await sql`
    update task_record set document = json_set(document, '$.status', ${status})
    where dataset_key = ${datasetKey} and seq in (${sql.join(seqs)})`.execute(db);
}

/**
 * Records change in blocks, and a block keeps the version of its last change. With one writer,
 * reading the greatest version and taking the next is one step.
 */
const PARTS = { values: 0, words: 1 } as const;
type Part = keyof typeof PARTS;

/** Records per block: few enough to be read again for one change, many enough that a bulk call changes few blocks. */
const BLOCK = 128;

export async function noteChanged(db: Db, datasetKey: number, part: Part, seqs: Seqs): Promise<void> {
  if (seqs.length === 0) return;
  const blocks = new Set<number>();
  for (const seq of seqs) blocks.add(Math.floor(seq / BLOCK));
  const of = [datasetKey, PARTS[part]];
  await db.executeQuery(CompiledQuery.raw(NOTE, [...of, ...of, JSON.stringify([...blocks])]));
}

/** SQL as a string: every write runs it, and building it takes longer than running it. */
const NOTE = `
  insert into changed_block (dataset_key, part, block, version)
  select ?, ?, value, (select coalesce(max(version), 0) + 1 from changed_block where dataset_key = ? and part = ?)
  from json_each(?) where true
  on conflict (dataset_key, part, block) do update set version = excluded.version`;

export async function lastVersion(db: Db, datasetKey: number, part: Part): Promise<number> {
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from changed_block
    where dataset_key = ${datasetKey} and part = ${PARTS[part]}`.execute(db);
  return rows[0]?.version ?? 0;
}

export async function changesAfter(db: Db, datasetKey: number, part: Part, version: number) {
  const { rows } = await sql<{ block: number; version: number }>`
    select block, version from changed_block
    where dataset_key = ${datasetKey} and part = ${PARTS[part]} and version > ${version}`.execute(db);
  const stretches: { from: number; to: number }[] = [];
  for (const { block } of rows.sort((a, b) => a.block - b.block)) {
    const from = block * BLOCK;
    const last = stretches.at(-1);
    if (last?.to === from) last.to += BLOCK;
    else stretches.push({ from, to: from + BLOCK });
  }
  return { version: rows.reduce((most, row) => Math.max(most, row.version), version), stretches };
}
