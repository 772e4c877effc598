import type { UsageCount } from "@postil/domain/records/option-usage";
import { type RawBuilder, sql } from "kysely";
import type { AskedQuestion, Bounds, Held, HeldLists, Values, ValuesAt } from "../engine-values.ts";
import { exactTargetsIn, readImportedHashCosts, standingAnswersWith } from "../sql/answers.ts";
import type { Methods } from "../sql/facets.ts";
import { listIn } from "../sql/records-by-value.ts";
import type { Db } from "../tables.ts";
import { elementsOf, memberOf, SEARCHED, seqsIn } from "./records-by-value.ts";
import { markedJson, namesIn } from "./stored-json.ts";

const valuesOf = ({ datasetKey, target }: ValuesAt) =>
  sql`from filter_value where dataset_key = ${datasetKey} and target = ${target}`;
const termsOf = (at: ValuesAt) => sql`${valuesOf(at)} and term is not null`;

async function countTerms(db: Db, at: ValuesAt, most: number): ReturnType<Values["countTerms"]> {
  const { rows } = await sql<{ term: string; count: number; total: number }>`
    select term, count(*) as count, sum(count(*)) over () as total ${termsOf(at)}
    group by term order by count(*) desc, term limit ${most}`.execute(db);
  return { total: rows[0]?.total ?? 0, values: rows.map(({ term, count }) => ({ term, count })) };
}

async function boundsOfNumbers(db: Db, at: ValuesAt): Promise<Bounds> {
  const numbers = sql`${valuesOf(at)} and number is not null`;
  const { rows } = await sql<Bounds>`
    select (select min(number) ${numbers}) as min, (select max(number) ${numbers}) as max`.execute(db);
  return rows[0] ?? { min: null, max: null };
}

/** Up to here a beginning in the index of terms is the whole term. */
const WHOLE = 500;
const BEGINNING = sql`"left"(term, 500)`;

/** The first term, or the last, with this condition: only terms as long as the beginnings in the index are compared. */
const endOf = (at: ValuesAt, end: "min" | "max", where = sql``): RawBuilder<unknown> => {
  const way = sql.raw(end === "min" ? "asc" : "desc");
  const first = sql`(select ${BEGINNING} as term ${termsOf(at)} ${where} order by ${BEGINNING} ${way} limit 1) as first`;
  return sql`(select case when length(first.term) < ${sql.lit(WHOLE)} then first.term
    else (select ${sql.raw(end)}(term) ${termsOf(at)} and ${BEGINNING} = first.term ${where}) end from ${first})`;
};

async function boundsOfTexts(db: Db, at: ValuesAt): Promise<Bounds<string>> {
  const { rows } = await sql<Bounds<string>>`select ${endOf(at, "min")} as min, ${endOf(at, "max")} as max`.execute(db);
  return rows[0] ?? { min: null, max: null };
}

async function textsInOrder(db: Db, at: ValuesAt): Promise<string[]> {
  const after = sql`${BEGINNING} > "left"(found.text, 500)`;
  const sameBeginning = sql`(select min(term) ${termsOf(at)} and length(found.text) >= ${sql.lit(WHOLE)}
    and ${BEGINNING} = "left"(found.text, 500) and term > found.text)`;
  const { rows } = await sql<{ text: string }>`
    with recursive found (text) as (
      select ${endOf(at, "min")}
      union all
      select coalesce(${sameBeginning}, ${endOf(at, "min", sql`and ${after}`)}) from found where found.text is not null)
    select text from found where text is not null`.execute(db);
  return rows.map(({ text }) => text);
}

/** Two lists arrive sooner than rows. */
type Lists = { readonly seqs: readonly number[] | null; readonly held: Held["values"] | null };
async function heldIn(db: Db, rows: RawBuilder<unknown>): Promise<Held> {
  const found = await sql<Lists>`
    select json_agg(seq) as seqs, json_agg(held) as held from (${rows}) as found`.execute(db);
  return { seqs: listIn(found.rows[0]?.seqs), values: listIn(found.rows[0]?.held) };
}

async function readLists(
  db: Db,
  { datasetKey, at }: Parameters<Values["listsInRange"]>[0],
  { from, to }: Parameters<Values["listsInRange"]>[1],
): Promise<HeldLists> {
  const held = at === "words" ? sql`words` : partsOf(at.paths);
  const { rows } = await sql<{ seq: number; held: string | unknown[] }>`
    select seq, ${held} as held from task_record
    where dataset_key = ${datasetKey} and seq >= ${from} and seq < ${to}`.execute(db);
  const listOf = (found: string | unknown[]) =>
    typeof found === "string" ? wordsIn(found) : at === "words" ? [] : at.listOf(found);
  return { seqs: rows.map(({ seq }) => seq), lists: rows.map((row) => listOf(row.held)) };
}

const wordsIn = (words: string): string[] => (words === "" ? [] : words.split(" "));

const partsOf = (paths: readonly string[]) =>
  sql`json_build_array(${sql.join(paths.map((path) => sql`${markedJson(sql`document`)} #> ${namesIn(path)}::text[]`))})`;

/** Number of records per statement: a cancelled read stops after one statement. */
const RECORDS = 4096;

async function* partsOfRecords(
  db: Db,
  datasetKey: number,
  seqs: ArrayLike<number>,
  paths: readonly string[],
): AsyncGenerator<readonly unknown[]> {
  for (let from = 0; from < seqs.length; from += RECORDS) {
    const some = Array.from({ length: Math.min(RECORDS, seqs.length - from) }, (_, index) =>
      Number(seqs[from + index]),
    );
    const { rows } = await sql<{ parts: unknown[] }>`
      select ${partsOf(paths)} as parts from task_record
      where dataset_key = ${datasetKey} and seq = ${seqsIn(some)}`.execute(db);
    for (const { parts } of rows) yield parts;
  }
}

const state = (side: "before" | "after", member: string) =>
  sql`(${markedJson(sql.ref(`later.${side}`))} ->> ${sql.lit(member)})`;

async function optionUse(db: Db, datasetKey: number, { name, type }: AskedQuestion): Promise<UsageCount[]> {
  const member = { ranking: sql`one.value ->> 'value'`, span: sql`one.value ->> 'label'` } as const;
  const value = type === "ranking" || type === "span" ? member[type] : sql`one.value #>> '{}'`;
  // Several spans of one answer may have the same label.
  const count = type === "span" ? sql`count(distinct response.id)` : sql`count(*)`;
  const { rows } = await sql<UsageCount>`
    select ${value} as value, response.status as status, ${count} as count
    from response cross join lateral ${elementsOf(sql`response."values"`, name)} as one
    where response.dataset_key = ${datasetKey}
    group by 1, 2`.execute(db);
  return type === "rating" ? rows.map((row) => ({ ...row, value: Number(row.value) })) : rows;
}

export const VALUES: Methods<Values> = {
  ...SEARCHED,
  textsInOrder,
  countTerms,
  boundsOfNumbers,
  boundsOfTexts,
  exactTargets: exactTargetsIn,
  inRange: (db, at, { from, to }) =>
    heldIn(
      db,
      sql`select seq, coalesce(to_json(number), to_json(term)) as held ${valuesOf(at)} and seq >= ${from} and seq < ${to}`,
    ),
  membersInRange: (db, { datasetKey, path, kind }, { from, to }) =>
    heldIn(
      db,
      sql`select seq, held from (
        select seq, ${memberOf(sql`document`, path, kind)} as held from task_record
        where dataset_key = ${datasetKey} and seq >= ${from} and seq < ${to} offset 0) as members where held is not null`,
    ),
  timesInRange: (db, { datasetKey, column }, { from, to }) =>
    heldIn(
      db,
      sql`select seq, ${sql.ref(column)} as held from record
        where dataset_key = ${datasetKey} and seq >= ${from} and seq < ${to}`,
    ),
  listsInRange: readLists,
  timesAfter: (db, { datasetKey, column }, [time, seq], count) => {
    const at = sql.ref(column);
    return heldIn(
      db,
      sql`select seq, ${at} as held from record
        where dataset_key = ${datasetKey} and (${at}, seq) > (${time}, ${seq}) order by ${at}, seq limit ${count}`,
    );
  },
  partsOfRecords,
  standingAnswers: standingAnswersWith(
    (member) => sql`${state("before", member)} is distinct from ${state("after", member)}`,
  ),
  optionUse,
  importedHashCosts: readImportedHashCosts,
};
