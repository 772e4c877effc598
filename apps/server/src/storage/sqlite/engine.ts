import type { DatabaseSync } from "node:sqlite";
import { type Changes, createCopies, type Engine, type Rows, type StoreFile, type Texts } from "../engine.ts";
import type { Values } from "../engine-values.ts";
import { exactTargetsIn, readImportedHashCosts } from "../sql/answers.ts";
import { boundTo, type Methods, NO_LOCKS, NO_VECTOR_INDEX } from "../sql/facets.ts";
import { listedRows } from "../sql/listed-rows.ts";
import { removalWith } from "../sql/rows-in-parts.ts";
import type { Db } from "../tables.ts";
import { countOptionUse, standingAnswers } from "./answers.ts";
import { changesAfter, lastVersion, noteChanged } from "./changed-blocks.ts";
import { kyselyOver } from "./database.ts";
import { partsOfRecords, putTaskStatus } from "./documents.ts";
import { EXPRESSIONS } from "./expressions.ts";
import { dropPages, fileRoom } from "./free-pages.ts";
import { SEARCHED } from "./records-by-value.ts";
import { dropFilterValues, goOnAfter, insertFilterValues, LISTS, lastNumber, moveRows, removeWhere } from "./rows.ts";
import * as index from "./text-index.ts";
import * as values from "./values.ts";

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
    file: bound<StoreFile>(FILE),
  };
  return Object.assign(db, engine);
}
