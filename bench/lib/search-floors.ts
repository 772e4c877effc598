import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { metadataTarget, suggestionTarget } from "../../apps/server/src/storage/feedback-family.ts";
import type { Condition, Question } from "./search-queries.ts";

/**
 * The floors of searches: the bare statements for the same page and total over the same tables, without HTTP, threads, checks
 * and JSON. Each floor runs two statements, count and page, and then reads ten records with their related rows.
 */
export type Floor = (run: number) => { readonly total: number };

export function createFloors(database: DatabaseSync, datasetId: string): (question: Question) => Floor {
  const key = numberOf(database, "select key as n from dataset where id = ?", datasetId);
  const property = (name: string) =>
    numberOf(database, "select key as n from metadata_property where dataset_id = ? and name = ?", datasetId, name);
  const intent = numberOf(
    database,
    "select key as n from question where dataset_id = ? and name = 'intent'",
    datasetId,
  );
  const targets = {
    part: metadataTarget(property("part")),
    words: metadataTarget(property("words")),
    bucket: metadataTarget(property("bucket")),
    score: suggestionTarget(intent, "score"),
  };
  const read = createRecordReader(database, key);
  return ({ text, conditions }) => {
    const { count, page, values } = text
      ? textStatements(database, key, text)
      : filterStatements(database, key, targets, conditions);
    return (run) => {
      const given = values(run);
      const { total } = count.get(...given.count) as { total: number }; // the statement's only column
      for (const { seq } of page.all(...given.page) as { seq: number }[]) read(seq);
      return { total };
    };
  };
}

function numberOf(database: DatabaseSync, sql: string, ...values: string[]): number {
  const row = database.prepare(sql).get(...values) as { n: number } | undefined;
  if (!row) throw new Error(`Nothing found by: ${sql}`);
  return row.n;
}

function createRecordReader(database: DatabaseSync, key: number) {
  const statements = ["record", "suggestion", "response"].map((table) =>
    database.prepare(`select * from ${table} where dataset_key = ? and seq = ?`),
  );
  return (seq: number) => {
    for (const statement of statements) statement.all(key, seq);
  };
}

const both = (given: readonly SQLInputValue[]) => ({ count: given, page: given });

/** Statements for a text search. SQLite itself ranks the matches. */
function textStatements(database: DatabaseSync, key: number, words: readonly string[]) {
  const table = `text_${key}`;
  const expression = words.map((word) => `"${word}"`).join(" AND ");
  return {
    count: database.prepare(`select count(*) as total from ${table} where ${table} match ?`),
    page: database.prepare(`select rowid as seq from ${table} where ${table} match ? order by rank limit 10`),
    values: () => both([expression]),
  };
}

type Targets = { readonly [P in Condition["property"]]: number };

/** The first condition drives the query, and the others are looked up. With only one condition, the sort drives the page. */
function filterStatements(
  database: DatabaseSync,
  key: number,
  targets: Targets,
  conditions: (run: number) => readonly Condition[],
) {
  const [first, ...rest] = conditions(0);
  if (!first) throw new Error("A floor needs a condition.");
  const here = (alias: string, property: Condition["property"]) =>
    `${alias}.dataset_key = ${key} and ${alias}.target = ${targets[property]}`;
  const test = (alias: string, { property }: Condition) =>
    `${here(alias, property)} and ${alias}.value ${property === "part" ? "= ?" : property === "score" ? ">= ?" : "between ? and ?"}`;
  const also = rest.map((one) => `and exists (select 1 from filter_value o where o.seq = v.seq and ${test("o", one)})`);
  const sorted = `from filter_value s not indexed where ${here("s", "score")}`;
  const of = "from filter_value as v not indexed where";
  const alone = rest.length === 0;
  return {
    count: database.prepare(`select count(*) as total ${of} ${test("v", first)} ${also.join(" ")}`),
    page: database.prepare(
      alone
        ? `select s.seq ${sorted} and exists (select 1 from filter_value v where v.seq = s.seq and ${test("v", first)}) order by s.value desc limit 10`
        : `select v.seq ${of} ${test("v", first)} ${also.join(" ")}
           order by (select value ${sorted.replace("not indexed", "")} and s.seq = v.seq) desc limit 10`,
    ),
    values: (run: number) =>
      both(
        conditions(run).flatMap((one): SQLInputValue[] =>
          one.property === "part" ? [one.value] : one.property === "score" ? [one.ge] : [one.ge, one.le],
        ),
      ),
  };
}
