import type { QueryTree } from "@postil/domain/search/query-tree";
import type { Kysely } from "kysely";
import type { Tables } from "../storage/tables.ts";
import type { Registry } from "./registry.ts";
import { READ_PER_SEARCH, type Search, TRIED_PER_SEARCH_MS } from "./search.ts";
import type { SortField } from "./sort-key.ts";

/** Which records of a dataset, in which order and which of them. */
export type PageQuery = {
  readonly datasetKey: number;
  readonly datasetId: string;
  /** Numbers of its records are before this. */
  readonly size: number;
  /** Whose responses and whose order count; null: anybody's responses, the order in which the records came. */
  readonly viewer: { readonly key: number; readonly id: string } | null;
  /** What the tree and the sort may name. */
  readonly registry: Registry;
  readonly tree: QueryTree;
  /** None: by how well words match, or the default order. */
  readonly sort: readonly SortField[];
  readonly offset: number;
  readonly limit: number;
};

export const searchOf = (
  db: Kysely<Tables>,
  { datasetKey, size, viewer }: Pick<PageQuery, "datasetKey" | "size" | "viewer">,
): Search => ({
  db,
  datasetKey,
  size,
  viewerKey: viewer?.key ?? null,
  allowance: { left: READ_PER_SEARCH },
  trying: { leftMs: TRIED_PER_SEARCH_MS },
  words: new Map(),
});
