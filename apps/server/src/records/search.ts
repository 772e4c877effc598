import type { QueryTree } from "@postil/domain/search/query-tree";
import type { Changes } from "../storage/engine.ts";
import type { Db } from "../storage/tables.ts";
import type { Registry, SortField } from "./registry.ts";

/** The dataset to search, and the viewer. */
export type Search = {
  readonly db: Db;
  readonly datasetKey: number;
  /** All record numbers are below this. */
  readonly size: number;
  /** The user whose responses give the statuses; null means all users. */
  readonly viewerKey: number | null;
  /** Number of records that this search may still read for copies in memory; a larger copy is built by several searches. */
  readonly allowance: { left: number };
  /** Time left for testing its patterns, in ms of thread time. */
  readonly trying: { leftMs: number };
  /** All distinct words of a text. The whole index is read once, for the first pattern; others use the list. */
  readonly words: Map<string, readonly string[]>;
  /** What was written after a version: the same for all copies, since a search sees one moment. By dataset and version. */
  readonly changes: Map<string, ReturnType<Changes["after"]>>;
};

/** The ranges of records whose values were written after a version. Asked once, whichever copies need it. */
export function changedAfter(
  { db, changes }: Search,
  datasetKey: number,
  version: number,
): ReturnType<Changes["after"]> {
  const key = `${datasetKey} ${version}`;
  const asked = changes.get(key) ?? db.changes.after(datasetKey, "values", version);
  changes.set(key, asked);
  return asked;
}

/**
 * Values that a search reads for copies in memory: about 0.1 s. Until a copy is complete, searches also go the slow way. With a
 * quarter of it, the first sixteen searches of a million records by two columns were slow, now it is the first four.
 */
const READ_PER_SEARCH = 524_288;

/** All patterns on a text with a million distinct words take about a tenth of this; only artificial ones take longer. */
export const TRIED_PER_SEARCH_MS = 30_000;

/** The query for a page of a dataset's records: filter, order and page. */
export type PageQuery = {
  readonly datasetKey: number;
  readonly datasetId: string;
  /** All record numbers are below this. */
  readonly size: number;
  /** The user whose responses and order count; null means all users' responses, and insertion order. */
  readonly viewer: { readonly key: number; readonly id: string } | null;
  /** The fields that the tree and the sort may name. */
  readonly registry: Registry;
  readonly tree: QueryTree;
  /** Empty means sorted by word scores, or in the default order. */
  readonly sort: readonly SortField[];
  readonly offset: number;
  readonly limit: number;
};

export const searchOf = (
  db: Db,
  { datasetKey, size, viewer }: Pick<PageQuery, "datasetKey" | "size" | "viewer">,
): Search => ({
  db,
  datasetKey,
  size,
  viewerKey: viewer?.key ?? null,
  allowance: { left: READ_PER_SEARCH },
  trying: { leftMs: TRIED_PER_SEARCH_MS },
  words: new Map(),
  changes: new Map(),
});
