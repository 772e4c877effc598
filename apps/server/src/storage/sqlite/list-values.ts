import { type Kysely, sql } from "kysely";
import type { ListSource } from "../list-source.ts";
import type { Tables } from "../tables.ts";
import type { Stretch } from "./changed-blocks.ts";

/** The lists of some records; an item occurs as often as in the record. */
export type HeldLists = { readonly seqs: readonly number[]; readonly lists: readonly (readonly string[])[] };

/** The lists of a range of records. */
export async function readLists(
  db: Kysely<Tables>,
  { datasetKey, at }: ListSource,
  { from, to }: Stretch,
): Promise<HeldLists> {
  const held =
    at === "words" ? sql`words` : sql`json_array(${sql.join(at.paths.map((path) => sql`document -> ${path}`))})`;
  const { rows } = await sql<{ seqs: string; held: string }>`
    select json_group_array(seq) as seqs, json_group_array(${held}) as held
    from task_record indexed by task_record_seq
    where dataset_key = ${datasetKey} and seq >= ${from} and seq < ${to}`.execute(db);
  const [row] = rows;
  const seqs: number[] = JSON.parse(row?.seqs ?? "[]");
  if (at === "words") {
    const words: string[] = JSON.parse(row?.held ?? "[]");
    return { seqs, lists: words.map(wordsIn) };
  }
  const parts: unknown[][] = JSON.parse(row?.held ?? "[]");
  return { seqs, lists: parts.map(at.listOf) };
}

const wordsIn = (words: string): string[] => (words === "" ? [] : words.split(" "));
