import type { DatabaseSync } from "node:sqlite";
import type { UsageCount } from "@postil/domain/records/option-usage";
import { type RawBuilder, sql } from "kysely";
import {
  type Changes,
  createCopies,
  type Engine,
  type Expressions,
  type Rows,
  type StoreFile,
  type Texts,
} from "../engine.ts";
import type { AskedQuestion, Values } from "../engine-values.ts";
import { exactTargetsIn, readImportedHashCosts, standingAnswersWith } from "../sql/answers.ts";
import { boundTo, type Methods, NO_LOCKS, NO_VECTOR_INDEX, restingUnless } from "../sql/facets.ts";
import { listedRows } from "../sql/listed-rows.ts";
import { removalWith } from "../sql/rows-in-parts.ts";
import type { Db } from "../tables.ts";
import { kyselyOver } from "./database.ts";
import { dropPages, fileRoom } from "./free-pages.ts";
import { SEARCHED } from "./records-by-value.ts";
import {
  changesAfter,
  dropFilterValues,
  goOnAfter,
  insertFilterValues,
  LISTS,
  lastNumber,
  lastVersion,
  moveRows,
  noteChanged,
  partsOfRecords,
  putTaskStatus,
  removeWhere,
} from "./rows.ts";
import * as index from "./text-index.ts";
import * as values from "./values.ts";

/** SQL for a `where` or a select. */

const sizeOf = (...columns: readonly string[]) =>
  sql<number>`${sql.join(
    columns.map((column) => sql`coalesce(octet_length(${sql.ref(column)}), 0)`),
    sql` + `,
  )}`;

const removesDraftsOf = (userKey: number) => sql<boolean>`name = 'purge' and about ->> '$.draftsOf' = ${userKey}`;

const movesThese = (key: number | ReturnType<typeof sql.ref>) =>
  sql<boolean>`(job.name = 'delete' and job.about ->> '$.kept' = ${key}
    or job.name = 'restore' and job.about ->> '$.deletedKey' = ${key})`;

const isHeld = sql<boolean>`case name when 'purge' then 0 when 'copy' then about ->> '$.to' else dataset_key end
  in (select key from deleted_dataset)`;

const contains: Expressions["contains"] = (whole, part) => sql<boolean>`instr(${whole}, ${part}) > 0`;

const wallClock = sql<number>`cast(unixepoch('subsec') * 1000000 as integer)`;

const value = sql<string | number>`value`;
const hasTerm = (texts: readonly string[]) => sql<boolean>`value in (${sql.join(texts)})`;

const EXPRESSIONS: Expressions = {
  sizeOf,
  isHeld,
  removesDraftsOf,
  movesThese,
  isAtRest: restingUnless(movesThese),
  contains,
  wallClock,
  value,
  hasTerm,
};

const state = (side: "before" | "after", member: "status" | "annotation") =>
  sql`json_extract(${sql.ref(`later.${side}`)}, ${sql.lit(`$.${member}`)})`;

const standingAnswers = standingAnswersWith(
  (member) => sql`${state("before", member)} is not ${state("after", member)}`,
);

/** About 2.5 s for a million responses. */
async function countOptionUse(db: Db, datasetKey: number, { name, type }: AskedQuestion): Promise<UsageCount[]> {
  const { value, count } = counted(type);
  // The name has only characters without meaning in a JSON path, except the hyphen, so it is quoted.
  const { rows } = await sql<UsageCount>`
    select ${value} as value, response.status as status, ${count} as count
    from response, json_each(response."values", ${`$."${name}".value`}) as each
    where response.dataset_key = ${datasetKey}
    group by 1, 2
  `.execute(db);
  return rows;
}

type Counted = { readonly value: RawBuilder<unknown>; readonly count: RawBuilder<unknown> };

/** The option in an element of an answer. A list has several elements; any other answer is a single element. */
function counted(type: AskedQuestion["type"]): Counted {
  const count = sql`count(*)`;
  switch (type) {
    case "ranking":
      return { value: sql`json_extract(each.value, '$.value')`, count };
    case "span":
      // Several spans of one answer may have the same label.
      return { value: sql`json_extract(each.value, '$.label')`, count: sql`count(distinct response.id)` };
    default:
      return { value: sql`each.value`, count };
  }
}

const TEXTS: Methods<Texts> = {
  create: index.createTextIndex,
  drop: index.dropTextIndex,
  add: index.addIndexedTexts,
  clear: index.clearTexts,
  remove: index.removeTexts,
  match: index.matchTexts,
  has: index.hasText,
  rank: index.rankTexts,
  countBeginning: index.countBeginning,
  vocabulary: index.readVocabulary,
  wordsBeginning: index.wordsBeginning,
  countHaving: index.countRecordsWith,
  places: index.placesOfWord,
  occurrences: index.readOccurrences,
  lengths: index.readLengths,
};

const VALUES: Methods<Values> = {
  ...SEARCHED,
  textsInOrder: values.distinctTexts,
  countTerms: values.countTerms,
  boundsOfNumbers: values.boundsOfNumbers,
  boundsOfTexts: values.boundsOfTexts,
  exactTargets: exactTargetsIn,
  inRange: values.readValues,
  membersInRange: values.readMembers,
  timesInRange: values.readTimes,
  listsInRange: values.readLists,
  timesAfter: values.readTimesAfter,
  partsOfRecords,
  standingAnswers,
  optionUse: countOptionUse,
  importedHashCosts: readImportedHashCosts,
};

const CHANGES: Methods<Changes> = { note: noteChanged, lastVersion, after: changesAfter };

type RowsOfTables = "put" | "change" | "drop";
const ROWS: Methods<Omit<Rows, RowsOfTables>> = {
  addValues: insertFilterValues,
  dropValues: dropFilterValues,
  remove: removalWith(removeWhere),
  move: moveRows,
  lastNumber,
  goOnAfter,
  putTaskStatus,
};
const rowsOfTables = listedRows(LISTS);

const FILE: Methods<StoreFile> = { room: fileRoom, dropPages };

/**
 * The database of one thread with its facets. They are made once, so that a call makes nothing new. `beforeEach` runs before
 * each statement; an error that it throws becomes the error of the statement.
 */
export function engineOver(database: DatabaseSync, beforeEach: () => void = () => {}, vectorBytes?: number): Db {
  const db = kyselyOver(database, beforeEach) as Db; // the facets follow
  const bound = boundTo(db);
  const engine: Engine = {
    text: bound<Texts>(TEXTS),
    values: bound<Values>(VALUES),
    changes: bound<Changes>(CHANGES),
    rows: { ...bound<Omit<Rows, RowsOfTables>>(ROWS), ...rowsOfTables(db) },
    vectors: NO_VECTOR_INDEX,
    expressions: EXPRESSIONS,
    // One writing thread runs one transaction after the other.
    lock: NO_LOCKS,
    copies: createCopies(true, vectorBytes),
    send: async (statement) => void (await db.executeQuery(statement.compile())),
    ask: async (query) => (await db.executeQuery(query)).rows,
    file: bound<StoreFile>(FILE),
  };
  return Object.assign(db, engine);
}
