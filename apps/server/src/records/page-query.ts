import type { QueryTree } from "@postil/domain/search/query-tree";
import type { Db } from "../storage/tables.ts";
import type { Registry } from "./registry.ts";
import { READ_PER_SEARCH, type Search, TRIED_PER_SEARCH_MS } from "./search.ts";
import type { SortField } from "./sort-key.ts";

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
