import { sql } from "kysely";
import type { IndexedTexts, Phrase, TextMatch, TextSearch } from "../engine.ts";
import { inChunks, type Stretch } from "../parts.ts";
import { listingOf, runForRows } from "../sql/listed-rows.ts";
import type { Db, Seqs } from "../tables.ts";
import { LISTS, noteChanged } from "./rows.ts";

/**
 * The words of a dataset's records, in a separate full-text table: one column per field in the order of creation, the record
 * number as row id, no stored text. The domain cuts the words and joins them with spaces, and the index splits only at
 * spaces: all other ASCII characters are declared as token characters, and all beyond ASCII are so by default. So a search
 * finds exactly what the page marks.
 */

const textTable = (datasetKey: number): string => `text_${Math.trunc(datasetKey)}`;
const columnName = (index: number): string => `f${Math.trunc(index)}`;

/** All ASCII characters from `!` to `~` but letters and digits. Quotes are doubled twice: a string within a string. */
const MARKS = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  .filter((character) => /[^a-z0-9]/i.test(character))
  .join("")
  .replaceAll("'", "''");
const TOKENIZE = `ascii tokenchars '${MARKS}'`.replaceAll("'", "''");

export async function createTextIndex(db: Db, datasetKey: number, fields: number): Promise<void> {
  const columns = Array.from({ length: fields }, (_, index) => columnName(index)).join();
  const options = `content='', contentless_delete=1, tokenize='${TOKENIZE}'`;
  await sql
    .raw(`create virtual table if not exists ${textTable(datasetKey)} using fts5(${columns}, ${options})`)
    .execute(db);
}

export async function dropTextIndex(db: Db, datasetKey: number): Promise<void> {
  await sql.raw(`drop table if exists ${textTable(datasetKey)}`).execute(db);
}

const additions = new Map<string, ReturnType<typeof listingOf>>();
/** Of so many datasets the statements that add texts are kept. */
const ADDITIONS_KEPT = 100;

function additionTo(datasetKey: number, fields: number) {
  const table = textTable(datasetKey);
  const known = additions.get(`${table} ${fields}`);
  if (known) return known;
  const columns = Array.from({ length: fields }, (_, index) => columnName(index));
  const made = listingOf(LISTS, `insert into ${table} (${["rowid", ...columns].join()}) values`, fields + 1);
  if (additions.size >= ADDITIONS_KEPT) additions.clear();
  additions.set(`${table} ${fields}`, made);
  return made;
}

export async function addIndexedTexts(db: Db, datasetKey: number, rows: readonly IndexedTexts[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await runForRows(db, additionTo(datasetKey, first.length - 1), rows, (row, column) => row[column]);
  const seqs = rows.map(([seq]) => seq);
  await noteChanged(db, datasetKey, "words", seqs);
}

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
 * Removed words stay in the index, marked as deleted, until their segments are merged. The engine's automatic merge grows with each removal: for 250 records it could take more than a second. So it is switched off
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

/** Scores are transferred as integers: decimal fractions take longer to write and read than the search itself. */
const SCORE_UNIT = 1e-10;

export async function matchTexts(db: Db, datasetKey: number, search: TextSearch): Promise<number[]> {
  const name = sql.raw(textTable(datasetKey));
  const { rows } = await sql<{ found: string }>`
    select json_group_array(rowid) as found from ${name} where ${name} match ${expressionOf(search)}`.execute(db);
  return JSON.parse(rows[0]?.found ?? "[]");
}

export async function hasText(db: Db, datasetKey: number, search: TextSearch): Promise<boolean> {
  const name = sql.raw(textTable(datasetKey));
  const { rows } = await sql`select 1 from ${name} where ${name} match ${expressionOf(search)} limit 1`.execute(db);
  return rows.length > 0;
}

export async function countBeginning(db: Db, datasetKey: number, beginning: string, most: number): Promise<number> {
  const words = await vocabulary(db, datasetKey, "row");
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select 1 from ${words} where term >= ${beginning} and term < ${`${beginning}\u{10ffff}`} limit ${most})`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Words per statement: all words of a dataset may not fit in memory. */
const WORDS = 50_000;

export async function* readVocabulary(
  db: Db,
  datasetKey: number,
): AsyncGenerator<{ readonly word: string; readonly count: number }> {
  const words = await vocabulary(db, datasetKey, "row");
  for (let last = ""; ; ) {
    const { rows } = await sql<{ word: string; count: number }>`
      select term as word, cnt as count from ${words} where term > ${last} order by term limit ${WORDS}`.execute(db);
    yield* rows;
    if (rows.length < WORDS) return;
    last = rows.at(-1)?.word ?? "";
  }
}

export async function rankTexts(
  db: Db,
  datasetKey: number,
  search: TextSearch,
  most: number,
): Promise<TextMatch & { readonly seqs: Seqs }> {
  const name = sql.raw(textTable(datasetKey));
  const { rows } = await sql<{ found: string | null }>`
    select group_concat(seq || ',' || cast(weight * ${-1 / SCORE_UNIT} as integer)) as found from (
      select rowid as seq, rank as weight from ${name} where ${name} match ${expressionOf(search)} limit ${most})`.execute(
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

/** In the query language of the index. Words are quoted, so that they cannot be operators. */
function expressionOf({ having, phrases, field }: TextSearch): string {
  const expression = phrases.map(quoted).join(having === "all" ? " AND " : " OR ");
  return field === null ? expression : `${columnName(field)} : (${expression})`;
}

const quoted = ({ words, prefix }: Phrase): string => `"${words.join(" ").replaceAll('"', '""')}"${prefix ? " *" : ""}`;

/** A view of the index, for this connection only. */
async function vocabulary(db: Db, datasetKey: number, kind: "row" | "col" | "instance") {
  const name = textTable(datasetKey);
  const view = sql.raw(`temp.vocabulary_${kind}_${name}`);
  await sql`create virtual table if not exists ${view} using fts5vocab('main', ${sql.lit(name)}, ${sql.lit(kind)})`.execute(
    db,
  );
  return view;
}

export async function wordsBeginning(
  db: Db,
  datasetKey: number,
  field: number,
  beginning: string,
): Promise<readonly string[]> {
  const words = await vocabulary(db, datasetKey, "col");
  const { rows } = await sql<{ words: string }>`
    select json_group_array(term) as words from ${words}
    where col = ${columnName(field)} and term >= ${beginning} and term < ${`${beginning}\u{10ffff}`}`.execute(db);
  return JSON.parse(rows[0]?.words ?? "[]");
}

type WordPlaces = { readonly seqs: Seqs; readonly places: readonly number[] };

export async function placesOfWord(db: Db, datasetKey: number, field: number, word: string): Promise<WordPlaces> {
  const instances = await vocabulary(db, datasetKey, "instance");
  const { rows } = await sql<{ seqs: string; places: string }>`
    select json_group_array(doc) as seqs, json_group_array(offset) as places from ${instances}
    where term = ${word} and col = ${columnName(field)}`.execute(db);
  return { seqs: JSON.parse(rows[0]?.seqs ?? "[]"), places: JSON.parse(rows[0]?.places ?? "[]") };
}

export async function countRecordsWith(db: Db, datasetKey: number, word: string): Promise<number> {
  const { rows } = await sql<{ doc: number }>`
    select doc from ${await vocabulary(db, datasetKey, "row")} where term = ${word}`.execute(db);
  return rows[0]?.doc ?? 0;
}

export async function readOccurrences(
  db: Db,
  datasetKey: number,
  word: string,
  field: number | null,
): Promise<readonly number[]> {
  const ofField = field === null ? sql`` : sql`and col = ${columnName(field)}`;
  const { rows } = await sql<{ found: string }>`
    select json_group_array(doc) as found from ${await vocabulary(db, datasetKey, "instance")}
    where term = ${word} ${ofField}`.execute(db);
  return JSON.parse(rows[0]?.found ?? "[]");
}

type Lengths = { readonly seqs: Seqs; readonly lengths: readonly number[] };

export async function readLengths(db: Db, datasetKey: number, { from, to }: Stretch): Promise<Lengths> {
  const sizes = sql.raw(`${textTable(datasetKey)}_docsize`);
  const { rows } = await sql<{ seqs: string; sizes: string }>`
    select json_group_array(id) as seqs, json_group_array(hex(sz)) as sizes from ${sizes}
    where id >= ${from} and id < ${to}`.execute(db);
  const all: string[] = JSON.parse(rows[0]?.sizes ?? "[]");
  return { seqs: JSON.parse(rows[0]?.seqs ?? "[]"), lengths: all.map(sumOfSizes) };
}

/** The engine stores the size of each column in groups of seven bits; the last byte has the eighth bit clear. */
function sumOfSizes(hex: string): number {
  let [sum, size] = [0, 0];
  for (let at = 0; at < hex.length; at += 2) {
    const byte = Number.parseInt(hex.slice(at, at + 2), 16);
    size = (size << 7) | (byte & 127);
    if (byte < 128) {
      sum += size;
      size = 0;
    }
  }
  return sum;
}
