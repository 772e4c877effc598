import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables.ts";

/** Figures over the values of one target. `not indexed` means that the primary key is used, which is in value order. */

export type ValuesAt = { readonly datasetKey: number; readonly target: number };
export type CountedTerms = { readonly total: number; readonly values: { term: string; count: number }[] };

const valuesOf = ({ datasetKey, target }: ValuesAt) => sql`
  from filter_value not indexed where dataset_key = ${datasetKey} and target = ${target}`;

/** The most frequent terms, at most `most`; a record counts once for each of its values. The total counts all terms. */
export async function countTerms(db: Kysely<Tables>, at: ValuesAt, most: number): Promise<CountedTerms> {
  const { rows } = await sql<{ term: string; count: number; total: number }>`
    select value as term, count(*) as count, sum(count(*)) over () as total ${valuesOf(at)}
    group by value order by count desc, value limit ${sql.lit(most)}
  `.execute(db);
  return { total: rows[0]?.total ?? 0, values: rows.map(({ term, count }) => ({ term, count })) };
}

export type Bounds<V extends string | number = number> = { readonly min: V | null; readonly max: V | null };

/** Two lookups at the ends of an index. Whole numbers beyond 2^53, which JSON may contain, cannot be read as integers. */
export async function boundsOfNumbers(db: Kysely<Tables>, at: ValuesAt): Promise<Bounds> {
  const { rows } = await sql<Bounds>`
    select cast((select min(value) ${valuesOf(at)}) as real) as min, cast((select max(value) ${valuesOf(at)}) as real) as max
  `.execute(db);
  return rows[0] ?? { min: null, max: null };
}

/** The same for texts. */
export async function boundsOfTexts(db: Kysely<Tables>, at: ValuesAt): Promise<Bounds<string>> {
  const { rows } = await sql<Bounds<string>>`
    select (select min(value) ${valuesOf(at)}) as min, (select max(value) ${valuesOf(at)}) as max`.execute(db);
  return rows[0] ?? { min: null, max: null };
}

/** The exact targets (`exactTarget`) for which a dataset has values. Almost always there are none, which one lookup shows. */
export async function exactTargetsIn(db: Kysely<Tables>, datasetKey: number): Promise<ReadonlySet<number>> {
  const least = sql`select min(target) from filter_value where dataset_key = ${datasetKey} and target < 0`;
  const { rows } = await sql<{ target: number }>`
    with recursive found (target) as (
      ${least} union all select (${least} and target > found.target) from found where found.target is not null)
    select target from found where target is not null`.execute(db);
  return new Set(rows.map(({ target }) => target));
}

/** Every distinct text, in order: one index lookup for each, however many records have it. */
export async function distinctTexts(db: Kysely<Tables>, at: ValuesAt): Promise<string[]> {
  const values = valuesOf(at);
  const { rows } = await sql<{ text: string }>`
    with recursive found (text) as (
      select min(value) ${values}
      union all
      select (select min(value) ${values} and value > found.text) from found where found.text is not null)
    select text from found where text is not null`.execute(db);
  return rows.map(({ text }) => text);
}
