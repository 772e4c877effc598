import type { TextDemand } from "@postil/domain/search/text-query";
import { sql } from "kysely";
import { inChunks } from "../parts.ts";
import type { Db, Seqs } from "../tables.ts";
import { noteChanged } from "./changed-blocks.ts";
import { insertRows } from "./rows.ts";

/**
 * The words of a dataset's records, in a separate full-text table: one column per field in the order of creation, the record
 * number as row id, no stored text. The domain cuts the words and joins them with spaces, and the index splits only at
 * spaces: all other ASCII characters are declared as token characters, and all beyond ASCII are so by default. So a search
 * finds exactly what the page marks.
 */

export const textTable = (datasetKey: number): string => `text_${Math.trunc(datasetKey)}`;
export const columnName = (index: number): string => `f${Math.trunc(index)}`;

/** All ASCII characters from `!` to `~` but letters and digits. Quotes are doubled twice: a string within a string. */
const MARKS = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  .filter((character) => /[^a-z0-9]/i.test(character))
  .join("")
  .replaceAll("'", "''");
const TOKENIZE = `ascii tokenchars '${MARKS}'`.replaceAll("'", "''");

/** Creates the table; the fields of a published dataset are fixed. */
export async function createTextIndex(db: Db, datasetKey: number, fields: number): Promise<void> {
  const columns = Array.from({ length: fields }, (_, index) => columnName(index)).join();
  const options = `content='', contentless_delete=1, tokenize='${TOKENIZE}'`;
  await sql
    .raw(`create virtual table if not exists ${textTable(datasetKey)} using fts5(${columns}, ${options})`)
    .execute(db);
}

/** Removes the whole table at once, however many records there were. */
export async function dropTextIndex(db: Db, datasetKey: number): Promise<void> {
  await sql.raw(`drop table if exists ${textTable(datasetKey)}`).execute(db);
}

/** A record's number and the words of each column, cut and joined with spaces. */
export type IndexedTexts = readonly [seq: number, ...texts: string[]];

export async function addIndexedTexts(
  db: Db,
  datasetKey: number,
  fields: number,
  rows: readonly IndexedTexts[],
): Promise<void> {
  const columns = Array.from({ length: fields }, (_, index) => columnName(index));
  const head = `insert into ${textTable(datasetKey)} (${["rowid", ...columns].join()})`;
  await insertRows(db, { head, width: columns.length + 1 }, rows, (row, column) => row[column]);
  const seqs = rows.map(([seq]) => seq);
  await noteChanged(db, datasetKey, "words", seqs);
}

/** Removes the words of records whose words are then written again. */
export async function clearTexts(db: Db, datasetKey: number, seqs: Seqs): Promise<void> {
  if (seqs.length === 0) return;
  await sql`delete from ${sql.raw(textTable(datasetKey))} where rowid in (${sql.join(seqs)})`.execute(db);
  await noteChanged(db, datasetKey, "words", seqs);
}

/** Number of index pages to merge after each removal: takes some milliseconds. */
const MERGED_PAGES = 48;
/** The engine's default: this many index segments are merged into one. */
const AUTOMERGE = 4;

/**
 * Removes the words of deleted records. They stay in the index, marked as deleted, until their segments are merged. The
 * engine's automatic merge grows with each removal: for 250 records it could take more than a second. So it is switched off
 * here.
 */
export async function removeTexts(db: Db, datasetKey: number, seqs: Seqs): Promise<void> {
  if (seqs.length === 0) return;
  await tellIndex(db, datasetKey, "automerge", 0);
  await inChunks(seqs, (some) => clearTexts(db, datasetKey, some));
  await tellIndex(db, datasetKey, "merge", MERGED_PAGES);
  await tellIndex(db, datasetKey, "automerge", AUTOMERGE);
}

async function tellIndex(db: Db, datasetKey: number, what: "automerge" | "merge", value: number): Promise<void> {
  const name = sql.raw(textTable(datasetKey));
  await sql`insert into ${name} (${name}, rank) values (${sql.lit(what)}, ${sql.lit(value)})`.execute(db);
}

export type TextMatch = { readonly seqs: ArrayLike<number>; readonly scores: ArrayLike<number> };

/** Scores are transferred as integers: decimal fractions take longer to write and read than the search itself. */
const SCORE_UNIT = 1e-10;

/** The records that match an expression, in ascending order. `field`: the column to search; null means all. */
export async function matchTexts(
  db: Db,
  datasetKey: number,
  expression: string,
  field: number | null,
): Promise<number[]> {
  const name = sql.raw(textTable(datasetKey));
  const { rows } = await sql<{ found: string }>`
    select json_group_array(rowid) as found from ${name} where ${name} match ${within(expression, field)}`.execute(db);
  return JSON.parse(rows[0]?.found ?? "[]");
}

export async function hasText(db: Db, datasetKey: number, expression: string, field: number | null): Promise<boolean> {
  const name = sql.raw(textTable(datasetKey));
  const { rows } = await sql`select 1 from ${name} where ${name} match ${within(expression, field)} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Number of distinct words with this beginning; counting stops at `most`. */
export async function countBeginning(db: Db, datasetKey: number, beginning: string, most: number): Promise<number> {
  const name = textTable(datasetKey);
  const words = sql.raw(`temp.beginnings_${name}`);
  // A view of the index, for this connection only.
  await sql`create virtual table if not exists ${words} using fts5vocab('main', ${sql.lit(name)}, 'row')`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${words} where term >= ${beginning} and term < ${`${beginning}\u{10ffff}`} limit ${most})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Words per statement: all words of a dataset may not fit in memory. */
const WORDS = 50_000;

/** Every word of the index, and its total number of occurrences. */
export async function* readVocabulary(
  db: Db,
  datasetKey: number,
): AsyncGenerator<{ readonly word: string; readonly count: number }> {
  // A view for this connection; a check that was cancelled may have left one.
  const words = sql.raw(`temp.words_${Math.trunc(datasetKey)}`);
  await sql`create virtual table if not exists ${words} using fts5vocab('main', ${sql.lit(textTable(datasetKey))}, 'row')`.execute(
    db,
  );
  for (let last = ""; ; ) {
    const { rows } = await sql<{ word: string; count: number }>`
      select term as word, cnt as count from ${words} where term > ${last} order by term limit ${WORDS}`.execute(db);
    yield* rows;
    if (rows.length < WORDS) break;
    last = rows.at(-1)?.word ?? "";
  }
  await sql`drop table ${words}`.execute(db);
}

/** The best `most` matches with their scores; higher is better (BM25 over the searched fields). */
export async function rankTexts(
  db: Db,
  datasetKey: number,
  expression: string,
  field: number | null,
  most: number,
): Promise<TextMatch & { readonly seqs: Seqs }> {
  const name = sql.raw(textTable(datasetKey));
  const { rows } = await sql<{ found: string | null }>`
    select group_concat(seq || ',' || cast(weight * ${-1 / SCORE_UNIT} as integer)) as found from (
      select rowid as seq, rank as weight from ${name} where ${name} match ${within(expression, field)} limit ${most})`.execute(
    db,
  );
  const found: number[] = JSON.parse(`[${rows[0]?.found ?? ""}]`);
  const seqs = new Array<number>(found.length / 2);
  const scores = new Array<number>(found.length / 2);
  for (let i = 0; i < seqs.length; i++) {
    seqs[i] = found[2 * i] ?? 0;
    scores[i] = (found[2 * i + 1] ?? 0) * SCORE_UNIT;
  }
  return { seqs, scores };
}

const within = (expression: string, field: number | null): string =>
  field === null ? expression : `${columnName(field)} : (${expression})`;

/** A demand in the query language of the index. Its words are quoted, so that they cannot be operators. */
export const quoted = ({ words, prefix }: Pick<TextDemand, "words" | "prefix">): string =>
  `"${words.join(" ").replaceAll('"', '""')}"${prefix ? " *" : ""}`;

/** Expressions that match all demands, or any of them. */
export const allOf = (demands: readonly TextDemand[]): string => demands.map(quoted).join(" AND ");
export const anyOf = (demands: readonly TextDemand[]): string => demands.map(quoted).join(" OR ");
