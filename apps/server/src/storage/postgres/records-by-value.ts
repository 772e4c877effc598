import { sql } from "kysely";
import { type Sql, searchedWith, type ValueRows } from "../sql/records-by-value.ts";
import type { Seqs } from "../tables.ts";
import type { Bound, Demand, SourceKind, ValueSource } from "../value-sources.ts";
import { searchedInDocuments } from "./document-values.ts";
import { markedJson, namesIn, numberAt, numberIn, partOf, textIn } from "./stored-json.ts";

/** The elements of an answer in the column of answers: those of a list, or a single one. */
export const elementsOf = (answers: Sql, question: string): Sql => {
  const answer = sql`(${markedJson(answers)} -> ${question}::text -> 'value')`;
  return sql`json_array_elements(case when ${answer} is null then '[]' when json_typeof(${answer}) = 'array' then ${answer}
    else json_build_array(${answer}) end)`;
};

/** The index of terms has their beginnings. */
const beginningOf = (term: Sql): Sql => sql`"left"(${term}, 500)`;
const isTerms = ({ at, kind }: ValueSource): boolean => at.table === "filter_value" && kind === "text";
const isTimes = ({ at }: ValueSource): boolean => at.table === "record";

function rowsOf({ datasetKey, at, kind }: ValueSource): ValueRows {
  const inDataset = sql`v.dataset_key = ${datasetKey}`;
  const rows = (from: Sql, value: Sql, where: Sql = sql``): ValueRows => ({
    ...{ from, of: from, where: sql`${inDataset} ${where}`, value },
  });
  const notNull = (value: Sql) => sql`and ${value} is not null`;
  switch (at.table) {
    case "filter_value": {
      const value = kind === "text" ? sql`v.term` : sql`v.number`;
      const found = rows(sql`filter_value as v`, value, sql`and v.target = ${at.target} ${notNull(value)}`);
      return kind === "text" ? { ...found, order: [beginningOf(value), value] } : found;
    }
    case "record":
      return rows(sql`record as v`, sql`v.${sql.ref(at.column)}`);
    case "record ids": {
      const value = sql`v.${sql.ref(at.column)}`;
      return rows(sql`record as v`, value, notNull(value));
    }
    case "suggestion":
      return rows(
        sql`suggestion as v`,
        sql`v.type`,
        sql`and v.question_key = ${at.questionKey} ${notNull(sql`v.type`)}`,
      );
    case "task_record":
      return rows(sql`task_record as v`, sql`v.id`);
    case "documents": {
      const member = memberOf(sql`v.document`, at.path, kind);
      const from = sql`task_record as v cross join lateral (select ${member} as value offset 0) as j`;
      return rows(from, sql`j.value`, notNull(sql`j.value`));
    }
    case "response": {
      const from = sql`response as v cross join lateral (
        select ${kind === "text" ? textIn(sql`one.value`) : numberIn(sql`one.value`)} as value
        from ${elementsOf(sql`v."values"`, at.question)} as one) as j`;
      const mine = at.userKey === null ? sql`` : sql`and v.user_key = ${at.userKey}`;
      return rows(from, sql`j.value`, sql`${mine} ${notNull(sql`j.value`)}`);
    }
    case "document":
      throw new Error("Values at any path are not read by the server.");
  }
}

/** A member of a document as a number, or as its JSON text. */
export const memberOf = (document: Sql, path: string, kind: SourceKind): Sql =>
  kind === "text" ? partOf(document, namesIn(path)) : numberAt(document, namesIn(path));

function testOf({ values, low, high }: Demand, value: Sql, source: ValueSource): Sql {
  const [least, greatest] = isTimes(source) ? [whole(low, Math.ceil), whole(high, Math.floor)] : [low, high];
  const compared = (bound: Bound | null, operator: ">" | "<"): Sql[] => {
    if (bound === null) return [];
    const test = sql`${value} ${sql.raw(bound.inclusive ? `${operator}=` : operator)} ${bound.value}`;
    if (!isTerms(source)) return [test];
    return [sql`${beginningOf(value)} ${sql.raw(`${operator}=`)} ${beginningOf(sql`${bound.value}`)}`, test];
  };
  const tests = [
    ...(values === null ? [] : isOneOf(value, values, source)),
    ...compared(least, ">"),
    ...compared(greatest, "<"),
  ];
  return tests.length === 0 ? sql`true` : sql`(${sql.join(tests, sql` and `)})`;
}

function isOneOf(value: Sql, values: readonly (string | number)[], source: ValueSource): Sql[] {
  const [only] = values;
  // With a single one the server knows in which order the index has the rest.
  if (only !== undefined && values.length === 1 && !isTimes(source)) {
    const is = sql`${value} = ${only}`;
    return isTerms(source) ? [sql`${beginningOf(value)} = ${beginningOf(sql`${only}`)}`, is] : [is];
  }
  if (isTimes(source)) return [sql`${value} = any(${values.filter(Number.isSafeInteger)}::bigint[])`];
  if (source.kind !== "text") return [sql`${value} = any(${values}::double precision[])`];
  const test = sql`${value} = any(${values}::text[])`;
  if (!isTerms(source)) return [test];
  const beginnings = sql`array(select ${beginningOf(sql`one`)} from unnest(${values}::text[]) as one)`;
  return [sql`${beginningOf(value)} = any(${beginnings})`, test];
}

/** Times are whole numbers, which these bounds may not be; nor have times so many digits. */
const MOST = 2 ** 62;
function whole(bound: Bound | null, round: (value: number) => number): Bound | null {
  if (bound === null || typeof bound.value === "string") return bound;
  const value = Math.max(-MOST, Math.min(MOST, round(bound.value)));
  return { value, inclusive: bound.inclusive || value !== bound.value };
}

/** Long lists are sent as one text. */
export const seqsIn = (seqs: Seqs): Sql => sql`any(${`{${seqs.join()}}`}::bigint[])`;

const inColumns = searchedWith({
  rowsOf,
  testOf,
  amongOf: (seqs) => (seqs ? sql`and v.seq = ${seqsIn(seqs)}` : sql``),
  listOf: (each) => sql`json_agg(${each})`,
  numberOf: (condition) => sql`(${condition})::integer::bigint`,
});

const isIn = ({ at }: ValueSource) => at.table === "document";
const by = (source: ValueSource) => (isIn(source) ? searchedInDocuments : inColumns);

export const SEARCHED: typeof inColumns = {
  counts: (db, source, ...rest) => by(source).counts(db, source, ...rest),
  recordsOfValues: (db, source) => by(source).recordsOfValues(db, source),
  recordsInOrder: (db, ordered, ...rest) => by(ordered.source).recordsInOrder(db, ordered, ...rest),
  rowsInOrder: (db, ordered, ...rest) => by(ordered.source).rowsInOrder(db, ordered, ...rest),
  countPassing: (db, source, ...rest) => by(source).countPassing(db, source, ...rest),
  endsPass: (db, source, ...rest) => by(source).endsPass(db, source, ...rest),
  recordsPassing: (db, source, ...rest) => by(source).recordsPassing(db, source, ...rest),
  recordsMeeting: (db, source, ...rest) => by(source).recordsMeeting(db, source, ...rest),
  distinctTexts: (db, source) => by(source).distinctTexts(db, source),
  firstPassing: async (db, ordered, passing, count) => {
    if (!isIn(ordered.source) && !isIn(passing.source)) return inColumns.firstPassing(db, ordered, passing, count);
    const wanted = new Set(await db.values.recordsPassing(passing.source, passing.demand, null));
    const found: number[] = [];
    for await (const { seq } of db.values.rowsInOrder(ordered, CHUNK)) {
      if (found.length === count) break;
      if (wanted.has(seq)) found.push(seq);
    }
    return found;
  },
};
const CHUNK = 1024;
