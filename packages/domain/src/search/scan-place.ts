import { BY_ID, MOST_SORT_KEYS, type SortValue, type TaskSortEntry } from "./task-sort.ts";

/**
 * The place at which loading all records of a task dataset continues; it is sent from page to page (contract api-v0
 * 7.2).
 */
export type ScanPlace = {
  readonly sort: readonly TaskSortEntry[];
  /**
   * The sort values of the last record, with its id as one more if the id decides among equal records; null: no record
   * was sent yet.
   */
  readonly after: readonly SortValue[] | null;
};

export const isById = (sort: readonly TaskSortEntry[]): boolean =>
  sort.length === 1 && sort[0]?.id === BY_ID.id && sort[0].order === BY_ID.order;

/** Writes the place in Python's JSON style, because clients of the reference may compare the text. */
export function writeScanPlace({ sort, after }: ScanPlace): string {
  const entries = sort.map(({ id, order }) => `{"id": ${JSON.stringify(id)}, "order": "${order}"}`).join(", ");
  const values = after === null ? "null" : `[${after.map((value) => JSON.stringify(value)).join(", ")}]`;
  return `{"shuffle": false, "sort_by": [${entries}], "next_search_params": ${values}}`;
}

/** Reads a place; null if it cannot be read or is no place. */
export function readScanPlace(text: string): ScanPlace | null {
  const read = parsed(text);
  if (!isObject(read) || !Array.isArray(read.sort_by)) return null;
  const sort = read.sort_by.flatMap((entry: unknown) => readEntry(entry) ?? []);
  if (sort.length === 0 || sort.length !== read.sort_by.length || sort.length > MOST_SORT_KEYS) return null;
  const after = read.next_search_params ?? null;
  if (after === null) return { sort, after };
  if (!Array.isArray(after) || !after.every(isSortValue)) return null;
  return after.length === sort.length || after.length === sort.length + 1 ? { sort, after } : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text that is not JSON is no place.
    return null;
  }
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isSortValue = (value: unknown): value is SortValue =>
  value === null || typeof value === "string" || typeof value === "number";

function readEntry(entry: unknown): TaskSortEntry | null {
  if (!isObject(entry) || typeof entry.id !== "string") return null;
  const { id, order = "asc" } = entry;
  return order === "asc" || order === "desc" ? { id, order } : null;
}
