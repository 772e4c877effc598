import type { RecordStatus } from "../records/response.ts";
import type { ExactNumber } from "../text/whole-numbers.ts";
import type { Filter, Scope, SearchQuery, SortEntry, TextQuery } from "./search-query.ts";
import { SIMILARITY_LIMIT } from "./similarity-limit.ts";

/** What a filter asks of one thing. Several terms are alternatives, or must all be there; range ends are inclusive. */
export type FilterCondition =
  | { readonly type: "terms"; readonly values: readonly string[]; readonly match: "any" | "all" }
  | { readonly type: "range"; readonly ge: ExactNumber | null; readonly le: ExactNumber | null };

/** One filter of the bar. There is at most one for each scope. */
export type CriteriaFilter = { readonly scope: FilterScope; readonly condition: FilterCondition };

/**
 * What can be filtered on the page: a metadata property, the reader's answer, a suggestion's score, value or agent (FFI-07 to
 * FFI-09).
 */
export type FilterScope = Extract<Scope, { entity: "metadata" | "suggestion" }> | AnswerScope;
type AnswerScope = { readonly entity: "response"; readonly question: string; readonly property: null };

export type Similarity = {
  readonly recordId: string;
  readonly vector: string;
  readonly order: "most" | "least";
  /** The most records that are shown (FFI-23). */
  readonly limit: number;
};

/** What is on offer (FFI-23). */
export const SIMILARITY_LIMITS = [10, SIMILARITY_LIMIT, 100, 200] as const;

/** Which of a dataset's records are shown, in which order: what the filters bar holds (design/filters.md). */
export type RecordCriteria = {
  readonly status: RecordStatus;
  /** Null when nothing is searched for; never without words, for that would match nothing (FFI-13). */
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

/** The search that finds the records; null when nothing but the status is asked for, and the plain list does (FQU-05). */
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
    // FFI-26: the ranking is the order.
    sort: similarity === null ? sort : [],
  };
}

/** FFI-18: values that must all be there are one filter each. */
function wireFilters({ scope, condition }: CriteriaFilter): Filter[] {
  if (condition.type === "range") return [{ scope, ...condition }];
  const { values, match } = condition;
  if (match === "any") return [{ type: "terms", scope, values }];
  return values.map((value) => ({ type: "terms", scope, values: [value] }));
}

export function sameScope(a: Scope, b: Scope): boolean {
  return scopeKey(a) === scopeKey(b);
}

/** The same for the same scope, different for different ones. */
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

/** With another condition on a scope, in its place; null, or terms without a value, takes it away. */
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
 * What Reset takes back: filters and sort, but neither the words nor the likeness, which have their own ×
 * (design/filters.md#reset).
 */
export function withoutFilters(criteria: RecordCriteria): RecordCriteria {
  return { ...criteria, filters: [], sort: [] };
}

/** The same for criteria that ask for the same. */
export function criteriaKey({ filters, ...others }: RecordCriteria): string {
  return JSON.stringify([others, filters.map((filter) => JSON.stringify(filter, inOrder)).sort()], inOrder);
}

/** Members by their names: whoever made the criteria wrote them down in an order of their own. */
const inOrder = (_name: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
