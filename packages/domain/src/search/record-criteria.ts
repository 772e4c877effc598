import type { RecordStatus } from "../records/labeled-record.ts";
import type { ExactNumber } from "../text/whole-numbers.ts";
import { type BulkSize, SIMILARITY_LIMIT } from "./records-address.ts";

/**
 * A search on the records of a feedback dataset, as a plain value (contract search-semantics section 2). The wire is
 * parsed into it, the engines compile it, the tests evaluate it naively.
 */

/** API-36: each filter and each sort key reads every record. */
export const MOST_FILTERS = 50;
export const MOST_SORT_ENTRIES = 10;
export const MOST_TERMS = 250;

export type Scope =
  | { readonly entity: "record"; readonly property: "inserted_at" | "updated_at" }
  /** With a question: the value of its answer; else the status. With neither, it matches nothing. */
  | { readonly entity: "response"; readonly question: string | null; readonly property: "status" | null }
  | { readonly entity: "suggestion"; readonly question: string; readonly property: "value" | "agent" | "score" }
  | { readonly entity: "metadata"; readonly property: string };

/** What only calls filter by (API-60), beside what records are also sorted by. */
export type FilteredScope =
  | Scope
  | { readonly entity: "record"; readonly property: "id" | "external_id" | "status" }
  | { readonly entity: "suggestion"; readonly question: string; readonly property: "type" };

/**
 * One of the terms must match. Range ends are inclusive, at least one is set (FFI-12); null: none. Times are milliseconds,
 * with a fraction.
 */
export type Filter =
  | { readonly type: "terms"; readonly scope: FilteredScope; readonly values: readonly string[] }
  | {
      readonly type: "range";
      readonly scope: FilteredScope;
      readonly ge: ExactNumber | null;
      readonly le: ExactNumber | null;
    };

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

/** The request for a list of records, before its names are looked up in the dataset (contract api-v1 section 8). */

export type RecordsInclude = {
  readonly responses: boolean;
  readonly suggestions: boolean;
  /** A list: the vectors with these names; unknown names are ignored. */
  readonly vectors: "none" | "all" | readonly string[];
};

/** The syntax of the expression depends on the property's type (search-semantics 2.4). */
export type MetadataParameter = { readonly name: string; readonly expression: string };

export type RecordsQuery = {
  readonly include: RecordsInclude;
  /** An empty list: any status. */
  readonly statuses: readonly RecordStatus[];
  readonly metadata: readonly MetadataParameter[];
  /** An empty list: the default order of the call. Scopes are those of the record and of metadata. */
  readonly sort: readonly SortEntry[];
  readonly offset: number;
  readonly limit: number;
};

/**
 * The condition of a filter. One of several terms must match (`any`), or all of them (`all`); range ends are inclusive.
 */
export type FilterCondition =
  | { readonly type: "terms"; readonly values: readonly string[]; readonly match: "any" | "all" }
  | { readonly type: "range"; readonly ge: ExactNumber | null; readonly le: ExactNumber | null };

/** One filter of the bar. There is at most one for each scope. */
export type CriteriaFilter = { readonly scope: FilterScope; readonly condition: FilterCondition };

/** What the page can filter by (FFI-07 to FFI-09). */
export type FilterScope = Extract<Scope, { entity: "metadata" | "suggestion" }> | AnswerScope;
type AnswerScope = { readonly entity: "response"; readonly question: string; readonly property: null };

export type Similarity = {
  readonly recordId: string;
  readonly vector: string;
  readonly order: "most" | "least";
  /** Most records that are shown (FFI-23). */
  readonly limit: number;
};

/** The limits offered (FFI-23). */
export const SIMILARITY_LIMITS = [10, SIMILARITY_LIMIT, 100, 200] as const;

/** The contents of the filters bar: which records of a dataset are shown, and in which order (design/filters.md). */
export type RecordCriteria = {
  readonly status: RecordStatus;
  /**
   * Null when no text is searched for. It always has a word, because a text without words would match nothing (FFI-13).
   */
  readonly text: TextQuery | null;
  /** All must hold. */
  readonly filters: readonly CriteriaFilter[];
  /** The first entry is the main key; none: the reader's own order (FQU-07). */
  readonly sort: readonly SortEntry[];
  readonly similarity: Similarity | null;
};

export const PENDING_RECORDS: RecordCriteria = {
  status: "pending",
  text: null,
  filters: [],
  sort: [],
  similarity: null,
};

/**
 * The search that finds the records. Null when only the status is filtered: the plain list can then be used (FQU-05).
 */
export function searchOf({ text, filters, sort, similarity }: RecordCriteria): SearchQuery | null {
  if (text === null && filters.length === 0 && sort.length === 0 && similarity === null) return null;
  return {
    text,
    vector: similarity && {
      name: similarity.vector,
      order: `${similarity.order}_similar`,
      like: { recordId: similarity.recordId },
    },
    filters: filters.flatMap(wireFilters),
    // FFI-26: the similarity decides the order.
    sort: similarity === null ? sort : [],
  };
}

/** FFI-18: if all values must match, each one is a filter. */
function wireFilters({ scope, condition }: CriteriaFilter): Filter[] {
  if (condition.type === "range") return [{ scope, ...condition }];
  const { values, match } = condition;
  if (match === "any") return [{ type: "terms", scope, values }];
  return values.map((value) => ({ type: "terms", scope, values: [value] }));
}

export function sameScope(a: Scope, b: Scope): boolean {
  return scopeKey(a) === scopeKey(b);
}

/** A key that is equal for equal scopes only. */
export function scopeKey(scope: Scope): string {
  switch (scope.entity) {
    case "record":
      return JSON.stringify([scope.entity, scope.property]);
    case "metadata":
      return JSON.stringify([scope.entity, scope.property]);
    case "response":
    case "suggestion":
      return JSON.stringify([scope.entity, scope.question, scope.property]);
  }
}

/** Sets the condition of a scope. Null, or terms without a value, removes the filter. */
export function withCondition(
  filters: readonly CriteriaFilter[],
  scope: FilterScope,
  condition: FilterCondition | null,
): readonly CriteriaFilter[] {
  const empty = condition === null || (condition.type === "terms" && condition.values.length === 0);
  const at = filters.findIndex((filter) => sameScope(filter.scope, scope));
  if (empty) return at === -1 ? filters : filters.toSpliced(at, 1);
  return at === -1 ? [...filters, { scope, condition }] : filters.with(at, { scope, condition });
}

/** Reset removes neither the text nor the similarity, which have their own × (design/filters.md#reset). */
export function withoutFilters(criteria: RecordCriteria): RecordCriteria {
  return { ...criteria, filters: [], sort: [] };
}

/** A key that is equal for criteria with the same meaning. */
export function criteriaKey({ filters, ...others }: RecordCriteria): string {
  return JSON.stringify([others, filters.map((filter) => JSON.stringify(filter, inOrder)).sort()], inOrder);
}

/** Sorts members by name, because their order depends on the code that made the criteria. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The content of an annotation page's address (VST-06, design/address.md#annotation). */
export type RecordsAddress = {
  readonly criteria: RecordCriteria;
  /** the position in the queue, from 1; in bulk view that of the page's first record */
  readonly page: number;
  /** records on a page of the bulk view; null is focus view */
  readonly size: BulkSize | null;
  /** a record to open whatever its status; the other members say where the queue continues; null: none */
  readonly record: string | null;
};

export const FIRST_ADDRESS: RecordsAddress = { criteria: PENDING_RECORDS, page: 1, size: null, record: null };
