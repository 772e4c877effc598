/**
 * A search on the records of a feedback dataset, as a plain value (contract search-semantics section 2). The wire is
 * parsed into it, the engines compile it, the tests evaluate it naively.
 */

import type { ExactNumber } from "../text/whole-numbers.ts";

/** API-36: each filter and each sort key reads every record. */
export const MOST_FILTERS = 50;
export const MOST_SORT_ENTRIES = 10;
/** Most values of one terms filter. */
export const MOST_TERMS = 250;

export type Scope =
  | { readonly entity: "record"; readonly property: "inserted_at" | "updated_at" }
  /** With a question: the value of its answer; else the status. With neither, it matches nothing. */
  | { readonly entity: "response"; readonly question: string | null; readonly property: "status" | null }
  | { readonly entity: "suggestion"; readonly question: string; readonly property: "value" | "agent" | "score" }
  | { readonly entity: "metadata"; readonly property: string };

/**
 * One value of a terms filter must match. Range ends are inclusive, and at least one of them is set (FFI-12); null: no
 * such end.
 */
export type Filter =
  | { readonly type: "terms"; readonly scope: Scope; readonly values: readonly string[] }
  | { readonly type: "range"; readonly scope: Scope; readonly ge: ExactNumber | null; readonly le: ExactNumber | null };

export type SortEntry = { readonly scope: Scope; readonly order: "asc" | "desc" };

export type TextQuery = { readonly q: string; readonly field: string | null };

export type VectorQuery = {
  readonly name: string;
  readonly order: "most_similar" | "least_similar";
  readonly like: { readonly recordId: string } | { readonly value: readonly number[] };
};

/** All filters must hold. The first sort entry is the main key; an empty list means the default order (FQU-07). */
export type SearchQuery = {
  readonly text: TextQuery | null;
  readonly vector: VectorQuery | null;
  readonly filters: readonly Filter[];
  readonly sort: readonly SortEntry[];
};
