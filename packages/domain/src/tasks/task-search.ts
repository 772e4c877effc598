import { SIMILARITY_LIMIT } from "../search/records-address.ts";
import type { TaskSortEntry } from "../search/task-sort.ts";
import type { TaskRecordId } from "./task-record.ts";
import { offsetOf, readTaskFilters, type TaskFilters, type TaskView } from "./task-view.ts";

/** A search for the nearest records by one vector of a record, without that record (TSE-06). */
export type TaskSimilarity = {
  readonly id: string;
  readonly vector: { readonly name: string; readonly value: readonly number[] };
};

/** A search request as it is sent (TSE-01, TSE-02). */
export type TaskSearch = {
  readonly limit: number;
  readonly from: number;
  readonly query: Omit<TaskFilters, "text"> & {
    readonly query_text?: string;
    readonly vector: TaskSimilarity["vector"] | null;
  };
  readonly sort: readonly TaskSortEntry[];
};

export function taskSearch(
  { filters, sort, page, size }: Omit<TaskView, "mode" | "rules">,
  similarTo: TaskSimilarity | null = null,
): TaskSearch {
  const { text, ...others } = readTaskFilters(filters);
  if (similarTo !== null) {
    const query_text = otherThan(similarTo.id, text);
    // The nearest records have a fixed order and are a single page (TSE-16).
    return { limit: SIMILARITY_LIMIT, from: 0, query: { ...others, query_text, vector: similarTo.vector }, sort: [] };
  }
  const query = { ...others, ...(text !== undefined && { query_text: text }), vector: null };
  return { limit: size, from: offsetOf({ page, size }), query, sort };
}

/** The same search, for its total and its aggregations only (TSE-05, TSE-17). */
export const countsOf = (search: TaskSearch): TaskSearch => ({ ...search, limit: 0, from: 0 });

/** The query text that also excludes one record (TSE-07). */
function otherThan(id: string, text: string | undefined): string {
  const other = `NOT ${idText(id)}`;
  return text === undefined ? other : bothOf(text, other);
}

export const idText = (id: TaskRecordId): string => `id:${quotedText(String(id))}`;

/** A text as a phrase of the query language, with its special characters escaped. */
export const quotedText = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/**
 * Joins two query texts so that both must match. A text with an OR is put in parentheses, because OR would lose its
 * meaning beside AND (contract search-semantics 3.2).
 */
export const bothOf = (text: string, other: string): string => `${hasOuterOr(text) ? `(${text})` : text} AND ${other}`;

/** Matches escaped characters, phrases and regular expressions too, so that marks inside them are skipped. */
const MARKS = /\\.|"(?:\\.|[^"\\])*"|\/(?:\\.|[^/\\])*\/|[()]|\bOR\b|\|\|/gs;

function hasOuterOr(text: string): boolean {
  let depth = 0;
  for (const [mark] of text.matchAll(MARKS)) {
    if (mark === "(") depth++;
    else if (mark === ")") depth--;
    else if (depth === 0 && (mark === "OR" || mark === "||")) return true;
  }
  return false;
}
