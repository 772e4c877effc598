import type { Kysely } from "kysely";
import type { Changes, Copies, Engine, Rows, Texts, VectorIndex } from "../engine.ts";
import type { Values } from "../engine-values.ts";
import { boundTo, type Methods, NO_LOCKS } from "../sql/facets.ts";
import { listedRows } from "../sql/listed-rows.ts";
import { removalWith } from "../sql/rows-in-parts.ts";
import type { Db, Tables } from "../tables.ts";
import { changesAfter, lastVersion, noteChanged } from "./changed-blocks.ts";
import { EXPRESSIONS } from "./expressions.ts";
import {
  dropFilterValues,
  goOnAfter,
  insertFilterValues,
  LISTS,
  lastNumber,
  moveRows,
  putTaskStatus,
  removeWhere,
} from "./rows.ts";
import * as index from "./text-index.ts";
import { VALUES } from "./values.ts";
import { forgetVectors, nearVectors, removeVectors } from "./vector-search.ts";

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

const VECTORS: Methods<VectorIndex> = { near: nearVectors, remove: removeVectors, forget: forgetVectors };

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

/** Gives queries the facets. `copies`: those of the store. */
export function engineOver(queries: Kysely<Tables>, copies: Copies, { send, ask }: Pick<Engine, "send" | "ask">): Db {
  const db = queries as Db; // the facets follow
  const bound = boundTo(db);
  const engine: Engine = {
    text: bound<Texts>(TEXTS),
    values: bound<Values>(VALUES),
    changes: bound<Changes>(CHANGES),
    rows: { ...bound<Omit<Rows, RowsOfTables>>(ROWS), ...rowsOfTables(db) },
    vectors: bound<VectorIndex>(VECTORS),
    expressions: EXPRESSIONS,
    // A write has locked the clock (writes.ts).
    lock: NO_LOCKS,
    copies,
    send,
    ask,
  };
  return Object.assign(db, engine);
}
