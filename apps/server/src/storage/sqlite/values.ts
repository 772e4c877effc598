import { sql } from "kysely";
import type { Bounds, Held, HeldLists, ValuesAt } from "../engine-values.ts";
import type { Stretch } from "../parts.ts";
import type { Db } from "../tables.ts";
import type { ListSource, SourceKind } from "../value-sources.ts";
import { memberOf } from "./records-by-value.ts";

// Figures over the values of one target. `not indexed` means that the primary key is used, which is in value order.

type CountedTerms = { readonly total: number; readonly values: { term: string; count: number }[] };

const valuesOf = ({ datasetKey, target }: ValuesAt) => sql`
  from filter_value not indexed where dataset_key = ${datasetKey} and target = ${target}`;

export async function countTerms(db: Db, at: ValuesAt, most: number): Promise<CountedTerms> {
  const { rows } = await sql<{ term: string; count: number; total: number }>`
    select value as term, count(*) as count, sum(count(*)) over () as total ${valuesOf(at)}
    group by value order by count desc, value limit ${sql.lit(most)}
  `.execute(db);
  return { total: rows[0]?.total ?? 0, values: rows.map(({ term, count }) => ({ term, count })) };
}

/** Two lookups at the ends of an index. Whole numbers beyond 2^53, which JSON may contain, cannot be read as integers. */
export async function boundsOfNumbers(db: Db, at: ValuesAt): Promise<Bounds> {
  const { rows } = await sql<Bounds>`
    select cast((select min(value) ${valuesOf(at)}) as real) as min, cast((select max(value) ${valuesOf(at)}) as real) as max
  `.execute(db);
  return rows[0] ?? { min: null, max: null };
}

export async function boundsOfTexts(db: Db, at: ValuesAt): Promise<Bounds<string>> {
  const { rows } = await sql<Bounds<string>>`
    select (select min(value) ${valuesOf(at)}) as min, (select max(value) ${valuesOf(at)}) as max`.execute(db);
  return rows[0] ?? { min: null, max: null };
}

export async function distinctTexts(db: Db, at: ValuesAt): Promise<string[]> {
  const values = valuesOf(at);
  const { rows } = await sql<{ text: string }>`
    with recursive found (text) as (
      select min(value) ${values}
      union all
      select (select min(value) ${values} and value > found.text) from found where found.text is not null)
    select text from found where text is not null`.execute(db);
  return rows.map(({ text }) => text);
}

/** Many values come as two JSON lists: they are five times faster to transfer than rows. */
type Lists = { readonly seqs: string; readonly held: string };

const heldOf = (rows: readonly Lists[]): Held => ({
  seqs: JSON.parse(rows[0]?.seqs ?? "[]"),
  values: JSON.parse(rows[0]?.held ?? "[]"),
});

export async function readValues(
  db: Db,
  { datasetKey, target }: { readonly datasetKey: number; readonly target: number },
  { from, to }: Stretch,
): Promise<Held> {
  const { rows } = await sql<Lists>`
    select json_group_array(seq) as seqs, json_group_array(value) as held from filter_value indexed by filter_value_seq
    where dataset_key = ${datasetKey} and target = ${target} and seq >= ${from} and seq < ${to}`.execute(db);
  return heldOf(rows);
}

export async function readMembers(
  db: Db,
  { datasetKey, path, kind }: { readonly datasetKey: number; readonly path: string; readonly kind: SourceKind },
  { from, to }: Stretch,
): Promise<Held> {
  const { rows } = await sql<Lists>`
    select json_group_array(seq) as seqs, json_group_array(held) as held from (
      select seq, ${memberOf(sql`document`, path, kind)} as held from task_record indexed by task_record_seq
      where dataset_key = ${datasetKey} and seq >= ${from} and seq < ${to})
    where held is not null`.execute(db);
  return heldOf(rows);
}

type TimeColumn = "inserted_at" | "updated_at";

export async function readTimes(
  db: Db,
  { datasetKey, column }: { readonly datasetKey: number; readonly column: TimeColumn },
  { from, to }: Stretch,
): Promise<Held> {
  const { rows } = await sql<Lists>`
    select json_group_array(seq) as seqs, json_group_array(${sql.ref(column)}) as held from record not indexed
    where dataset_key = ${datasetKey} and seq >= ${from} and seq < ${to}`.execute(db);
  return heldOf(rows);
}

export async function readTimesAfter(
  db: Db,
  { datasetKey, column }: { readonly datasetKey: number; readonly column: TimeColumn },
  [time, seq]: readonly [time: number, seq: number],
  count: number,
): Promise<Held> {
  const at = sql.ref(column);
  const { rows } = await sql<Lists>`
    select json_group_array(seq) as seqs, json_group_array(at) as held from (
      select seq, ${at} as at from record indexed by ${sql.ref(`record_${column}`)}
      where dataset_key = ${datasetKey} and (${at}, seq) > (${time}, ${seq}) order by ${at}, seq limit ${count})`.execute(
    db,
  );
  return heldOf(rows);
}

export async function readLists(db: Db, { datasetKey, at }: ListSource, { from, to }: Stretch): Promise<HeldLists> {
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
