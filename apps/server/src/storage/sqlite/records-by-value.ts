import { sql } from "kysely";
import { type Sql, searchedWith, type ValueRows } from "../sql/records-by-value.ts";
import type { Seqs } from "../tables.ts";
import type { Demand, SourceKind, ValueSource } from "../value-sources.ts";

function valueRows({ datasetKey, at, kind }: ValueSource): ValueRows {
  switch (at.table) {
    case "filter_value":
      return {
        // By the primary key, which begins with the value.
        from: sql`filter_value as v not indexed`,
        of: sql`filter_value as v indexed by filter_value_seq`,
        where: sql`v.dataset_key = ${datasetKey} and v.target = ${at.target}`,
        value: sql`v.value`,
      };
    case "record":
      return {
        from: sql`record as v indexed by ${sql.ref(`record_${at.column}`)}`,
        of: sql`record as v not indexed`,
        where: sql`v.dataset_key = ${datasetKey}`,
        value: sql`v.${sql.ref(at.column)}`,
      };
    case "record ids": {
      const value = sql`v.${sql.ref(at.column)}`;
      return {
        from: sql`record as v indexed by ${sql.ref(`record_${at.column}`)}`,
        of: sql`record as v not indexed`,
        where: sql`v.dataset_key = ${datasetKey} and ${value} is not null`,
        value,
      };
    }
    case "suggestion": {
      const from = sql`suggestion as v not indexed`;
      const where = sql`v.dataset_key = ${datasetKey} and v.question_key = ${at.questionKey} and v.type is not null`;
      return { from, of: from, where, value: sql`v.type` };
    }
    case "task_record":
      return {
        from: sql`task_record as v indexed by task_record_id`,
        of: sql`task_record as v indexed by task_record_seq`,
        where: sql`v.dataset_key = ${datasetKey}`,
        value: sql`v.id`,
      };
    case "documents": {
      const from = sql`task_record as v indexed by task_record_seq`;
      const value = memberOf(sql`v.document`, at.path, kind);
      return { from, of: from, where: sql`v.dataset_key = ${datasetKey} and ${value} is not null`, value };
    }
    case "document": {
      const found = sql`document_values(v.document, ${at.path}, ${at.below ? 1 : 0}, ${kind === "float" ? 1 : 0})`;
      const from = sql`task_record as v indexed by task_record_seq, json_each(${found}) as j`;
      return { from, of: from, where: sql`v.dataset_key = ${datasetKey}`, value: sql`j.value` };
    }
    case "response": {
      const from = sql`response as v, json_each(v."values", ${`$."${at.question}".value`}) as j`;
      const mine = at.userKey === null ? sql`` : sql`and v.user_key = ${at.userKey}`;
      const where = sql`v.dataset_key = ${datasetKey} ${mine} and j.value is not null`;
      return { from, of: from, where, value: sql`j.value` };
    }
  }
}

/** A member of a document as a number, or as its JSON text. */
export const memberOf = (document: Sql, path: string, kind: SourceKind): Sql =>
  kind === "text" ? sql`${document} -> ${path}` : sql`${document} ->> ${path}`;

function testOf({ values, low, high }: Demand, value: Sql): Sql {
  const tests = [
    ...(values === null ? [] : [isOneOf(value, values)]),
    ...(low === null ? [] : [sql`${value} ${low.inclusive ? sql`>=` : sql`>`} ${low.value}`]),
    ...(high === null ? [] : [sql`${value} ${high.inclusive ? sql`<=` : sql`<`} ${high.value}`]),
  ];
  return tests.length === 0 ? sql`true` : sql.join(tests, sql` and `);
}

/**
 * Above this number of values one JSON parameter is used: a statement allows 32,766 parameters. So is it for no values: with `in ()`
 * SQLite finds no way to use an index of some rows alone.
 */
const MOST_PARAMETERS = 1000;

const isOneOf = (value: Sql, values: readonly (string | number)[]): Sql =>
  values.length > 0 && values.length <= MOST_PARAMETERS
    ? sql`${value} in (${sql.join(values)})`
    : sql`${value} in (select value from json_each(${JSON.stringify(values)}))`;

const amongOf = (seqs: Seqs | null): Sql =>
  seqs ? sql`and v.seq in (select value from json_each(${JSON.stringify(seqs)}))` : sql``;

export const SEARCHED = searchedWith({
  rowsOf: valueRows,
  testOf,
  amongOf,
  listOf: (each) => sql`json_group_array(${each})`,
  numberOf: (condition) => sql`(${condition})`,
});
