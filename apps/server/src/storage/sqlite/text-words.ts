import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";
import { columnName, textTable } from "./text-index.ts";

/** Reads the words in one column of the text index, and their positions. */

/** The dataset and column to search. */
export type WordsOf = { readonly datasetKey: number; readonly column: number };

/** A view of the index, for this connection only. */
export async function vocabulary(db: Kysely<Tables>, datasetKey: number, kind: "row" | "col" | "instance") {
  const name = textTable(datasetKey);
  const view = sql.raw(`temp.vocabulary_${kind}_${name}`);
  await sql`create virtual table if not exists ${view} using fts5vocab('main', ${sql.lit(name)}, ${sql.lit(kind)})`.execute(
    db,
  );
  return view;
}

/** All words of a column with this beginning. */
export async function wordsBeginning(
  db: Kysely<Tables>,
  { datasetKey, column }: WordsOf,
  beginning: string,
): Promise<readonly string[]> {
  const words = await vocabulary(db, datasetKey, "col");
  const { rows } = await sql<{ words: string }>`
    select json_group_array(term) as words from ${words}
    where col = ${columnName(column)} and term >= ${beginning} and term < ${`${beginning}\u{10ffff}`}`.execute(db);
  return JSON.parse(rows[0]?.words ?? "[]");
}

export type WordPlaces = { readonly seqs: readonly number[]; readonly places: readonly number[] };

/** Every position of a word, with its record. */
export async function placesOfWord(
  db: Kysely<Tables>,
  { datasetKey, column }: WordsOf,
  word: string,
): Promise<WordPlaces> {
  const instances = await vocabulary(db, datasetKey, "instance");
  const { rows } = await sql<{ seqs: string; places: string }>`
    select json_group_array(doc) as seqs, json_group_array(offset) as places from ${instances}
    where term = ${word} and col = ${columnName(column)}`.execute(db);
  return { seqs: JSON.parse(rows[0]?.seqs ?? "[]"), places: JSON.parse(rows[0]?.places ?? "[]") };
}
