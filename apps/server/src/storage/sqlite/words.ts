import { fieldText } from "@postil/domain/records/record";
import { wordsOf } from "@postil/domain/text/text-analysis";
import { sql } from "kysely";
import { readTexts } from "../feedback-family.ts";
import type { Db, Seqs } from "../tables.ts";
import type { Stretch } from "./changed-blocks.ts";
import { columnName, textTable } from "./text-index.ts";

/** Reads words, their positions and counts from the text index. */

type WordsOf = { readonly datasetKey: number; readonly column: number };

/** A view of the index, for this connection only. */
async function vocabulary(db: Db, datasetKey: number, kind: "row" | "col" | "instance") {
  const name = textTable(datasetKey);
  const view = sql.raw(`temp.vocabulary_${kind}_${name}`);
  await sql`create virtual table if not exists ${view} using fts5vocab('main', ${sql.lit(name)}, ${sql.lit(kind)})`.execute(
    db,
  );
  return view;
}

/** All words of a column with this beginning. */
export async function wordsBeginning(
  db: Db,
  { datasetKey, column }: WordsOf,
  beginning: string,
): Promise<readonly string[]> {
  const words = await vocabulary(db, datasetKey, "col");
  const { rows } = await sql<{ words: string }>`
    select json_group_array(term) as words from ${words}
    where col = ${columnName(column)} and term >= ${beginning} and term < ${`${beginning}\u{10ffff}`}`.execute(db);
  return JSON.parse(rows[0]?.words ?? "[]");
}

type WordPlaces = { readonly seqs: Seqs; readonly places: readonly number[] };

/** Every position of a word, with its record. */
export async function placesOfWord(db: Db, { datasetKey, column }: WordsOf, word: string): Promise<WordPlaces> {
  const instances = await vocabulary(db, datasetKey, "instance");
  const { rows } = await sql<{ seqs: string; places: string }>`
    select json_group_array(doc) as seqs, json_group_array(offset) as places from ${instances}
    where term = ${word} and col = ${columnName(column)}`.execute(db);
  return { seqs: JSON.parse(rows[0]?.seqs ?? "[]"), places: JSON.parse(rows[0]?.places ?? "[]") };
}

/** Number of records that contain a word. */
export async function countRecordsWith(db: Db, datasetKey: number, word: string): Promise<number> {
  const { rows } = await sql<{ doc: number }>`
    select doc from ${await vocabulary(db, datasetKey, "row")} where term = ${word}`.execute(db);
  return rows[0]?.doc ?? 0;
}

/** The record of each occurrence of a word. `field`: the column to search; null means all. */
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

/** Number of words of each record in a range, in all fields together. */
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

type CutText = {
  readonly seq: number;
  /** The words of each field, in column order. */
  readonly words: readonly (readonly string[])[];
};

/** The words of a range of records, cut as for the index. */
export async function readWords(db: Db, datasetKey: number, stretch: Stretch): Promise<CutText[]> {
  const fields = await db
    .selectFrom("field")
    .innerJoin("dataset", "dataset.id", "field.dataset_id")
    .select("field.name")
    .where("dataset.key", "=", datasetKey)
    .orderBy("field.inserted_at")
    .execute();
  return (await readTexts(db, datasetKey, stretch)).map(({ seq, fields: texts }) => ({
    seq,
    words: fields.map(({ name }) => wordsOf(fieldText(texts, name) ?? "").map(({ text }) => text)),
  }));
}
