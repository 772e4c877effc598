import { type Kysely, sql } from "kysely";
import { itemOf, type ListSource } from "../list-source.ts";
import type { Tables } from "../tables.ts";
import type { Stretch } from "./changed-blocks.ts";

/** Of some records the list of each; an item stands in it as often as in the record. */
export type HeldLists = { readonly seqs: readonly number[]; readonly lists: readonly (readonly string[])[] };

/** The lists of a stretch of records. */
export async function readLists(
  db: Kysely<Tables>,
  { datasetKey, at }: ListSource,
  { from, to }: Stretch,
): Promise<HeldLists> {
  const list = at === "words" ? sql`words` : sql`json(document -> ${at.path})`;
  const { rows } = await sql<{ seqs: string; lists: string }>`
    select json_group_array(seq) as seqs, json_group_array(${list}) as lists
    from task_record indexed by task_record_seq
    where dataset_key = ${datasetKey} and seq >= ${from} and seq < ${to}`.execute(db);
  const [row] = rows;
  const read = at === "words" ? wordsIn : itemsIn(at.members);
  // Parsed from what the statement has made.
  const lists: unknown[] = JSON.parse(row?.lists ?? "[]");
  return { seqs: JSON.parse(row?.seqs ?? "[]"), lists: lists.map(read) };
}

const wordsIn = (words: unknown): string[] => (typeof words === "string" && words !== "" ? words.split(" ") : []);

type Item = { readonly [member: string]: unknown } | string;

const itemsIn =
  (members: readonly string[]) =>
  (list: unknown): string[] =>
    Array.isArray(list) ? list.map((item: Item) => textOf(item, members)) : [];

const textOf = (item: Item, members: readonly string[]): string =>
  typeof item === "string" ? item : itemOf(members.map((member) => String(item[member])));
