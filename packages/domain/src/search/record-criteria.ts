import type { RecordStatus } from "../records/response.ts";
import type { ExactNumber } from "../text/whole-numbers.ts";
import type { Filter, Scope, SearchQuery, SortEntry, TextQuery } from "./search-query.ts";
import { SIMILARITY_LIMIT } from "./similarity-limit.ts";

/**
 * The condition of a filter. One of several terms must match (`any`), or all of them (`all`); range ends are inclusive.
 */
export type FilterCondition =
  | { readonly type: "terms"; readonly values: readonly string[]; readonly match: "any" | "all" }
  | { readonly type: "range"; readonly ge: ExactNumber | null; readonly le: ExactNumber | null };

/** One filter of the bar. There is at most one for each scope. */
export type CriteriaFilter = { readonly scope: FilterScope; readonly condition: FilterCondition };

/**
 * The scopes that the page can filter by: a metadata property, the reader's answer, a suggestion's score, value or
 * agent (FFI-07 to FFI-09).
 */
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

/**
 * Removes what Reset removes: filters and sort, but neither the text nor the similarity, which have their own ×
 * (design/filters.md#reset).
 */
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
