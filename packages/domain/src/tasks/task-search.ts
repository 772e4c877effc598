import { SIMILARITY_LIMIT } from "../search/similarity-limit.ts";
import type { TaskSortEntry } from "../search/task-sort.ts";
import { readTaskFilters } from "./task-filters.ts";
import { offsetOf } from "./task-pages.ts";
import type { TaskRecordId } from "./task-record.ts";
import type { TaskFilters, TaskView } from "./task-view.ts";

/** The nearest of a record by one of its vectors, itself left out (TSE-06). */
export type TaskLikeness = {
  readonly id: string;
  readonly vector: { readonly name: string; readonly value: readonly number[] };
};

/** A search as it goes over the wire (TSE-01, TSE-02). */
export type TaskSearch = {
  readonly limit: number;
  readonly from: number;
  readonly query: Omit<TaskFilters, "text"> & {
    readonly query_text?: string;
    readonly vector: TaskLikeness["vector"] | null;
  };
  readonly sort: readonly TaskSortEntry[];
};

/** What is asked of the server for a view. */
export function taskSearch(
  { filters, sort, page, size }: Omit<TaskView, "mode" | "rules">,
  likeness: TaskLikeness | null = null,
): TaskSearch {
  const { text, ...others } = readTaskFilters(filters);
  if (likeness !== null) {
    const query_text = otherThan(likeness.id, text);
    // Of the nearest the order is given, and they are one page (TSE-16).
    return { limit: SIMILARITY_LIMIT, from: 0, query: { ...others, query_text, vector: likeness.vector }, sort: [] };
  }
  const query = { ...others, ...(text !== undefined && { query_text: text }), vector: null };
  return { limit: size, from: offsetOf({ page, size }), query, sort };
}

/** The same search for its total and its aggregations alone (TSE-05, TSE-17). */
export const countsOf = (search: TaskSearch): TaskSearch => ({ ...search, limit: 0, from: 0 });

/** The text that also leaves out one record (TSE-07). */
function otherThan(id: string, text: string | undefined): string {
  const other = `NOT ${idText(id)}`;
  return text === undefined ? other : bothOf(text, other);
}

/** The text that finds one record alone. */
export const idText = (id: TaskRecordId): string => `id:${quotedText(String(id))}`;

/** A text as a phrase of the query language, whatever is in it. */
export const quotedText = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&")}"`;

/**
 * A text that asks for what both ask for. An OR would lose its meaning beside AND (contract search-semantics 3.2), so such a text
 * is set in parentheses.
 */
export const bothOf = (text: string, other: string): string => `${hasOuterOr(text) ? `(${text})` : text} AND ${other}`;

/** Escaped characters, phrases and regular expressions are passed over. */
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
