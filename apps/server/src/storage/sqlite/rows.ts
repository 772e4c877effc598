import { sql } from "kysely";
import type { Move } from "../engine.ts";
import { ROWS_OF_DATASET, ROWS_OF_RECORDS } from "../keys.ts";
import { type Lists, listingOf, runForRows } from "../sql/listed-rows.ts";
import type { RemoveWhere } from "../sql/rows-in-parts.ts";
import type { Db, Seqs } from "../tables.ts";
import type { FilterValue } from "../value-sources.ts";

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
