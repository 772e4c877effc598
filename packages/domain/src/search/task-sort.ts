import { asObject } from "../json-object.ts";
import { Refusal } from "../refusal.ts";
import type { SearchFields } from "./query-string/syntax.ts";
import type { FieldName, QueryTree } from "./query-tree.ts";

/** A sort entry of a request for task records (contract search-semantics 4.1, TSE-23). */
export type TaskSortEntry = { readonly id: string; readonly order: "asc" | "desc" };

const SORTABLE = [
  "id",
  "metadata",
  "score",
  "predicted",
  "predicted_as",
  "predicted_by",
  "annotated_as",
  "annotated_by",
  "status",
  "last_updated",
  "event_timestamp",
];

/** `field`: null if the dataset has no values for it, so that it does not order any records. */
export type TaskSortKey = { readonly field: FieldName | null; readonly order: "asc" | "desc" };

/** Most sort keys: more than the number of keys that can differ between records. */
export const MOST_SORT_KEYS = 100;

export const BY_ID: TaskSortEntry = { id: "id", order: "asc" };

/** A key for each entry. The caller adds the id as the last key, so that no two records are equal. */
export function readTaskSort(sort: readonly TaskSortEntry[], fields: SearchFields): readonly TaskSortKey[] {
  for (const { id } of sort) refuseUnsortable(id);
  return sort.map(({ id, order }) => {
    const field = fields.find(id);
    if (field === null || field.kind === "object") return { field: null, order };
    if (field.kind === "text" && field.analysis !== "keyword") {
      throw new Refusal("invalid_text_search", `Records cannot be sorted by the words of ${id}.`);
    }
    return { field: field.name, order };
  });
}

/** True if records can be sorted by the id: a sortable name, or a path that begins with one. */
export const isSortable = (id: unknown): id is string =>
  typeof id === "string" && SORTABLE.includes(id.split(".", 1)[0] ?? "");

function refuseUnsortable(id: string): void {
  if (isSortable(id)) return;
  const known = SORTABLE.map((name) => `'${name}'`).join(", ");
  throw new Refusal("bad_request", `Wrong sort id ${id}. Valid values are: [${known}]`);
}

/**
 * The sort value of a record: the smallest of several values when ascending, the greatest when descending; null: none.
 */
export type SortValue = string | number | null;

const NONE: QueryTree = { kind: "or", parts: [] };
const ALL: QueryTree = { kind: "and", parts: [] };

/** The records that come after one with these values, in the order of the first keys, one key per value. */
export function behind(keys: readonly TaskSortKey[], values: readonly SortValue[]): QueryTree {
  const sides = keys.slice(0, values.length).map((key, index) => sidesOf(key, values[index] ?? null));
  const further = (rest: QueryTree, { after, equal }: (typeof sides)[number]): QueryTree => ({
    kind: "or",
    parts: [after, { kind: "and", parts: [equal, rest] }],
  });
  return sides.reduceRight(further, NONE);
}

/** The records that have these values for the keys. */
export const equalBy = (keys: readonly TaskSortKey[], values: readonly SortValue[]): QueryTree => ({
  kind: "and",
  parts: keys.map((key, index) => sidesOf(key, values[index] ?? null).equal),
});

/** The records that come after a value, where records without a value are last, and the records that have the value. */
function sidesOf({ field, order }: TaskSortKey, value: SortValue): { after: QueryTree; equal: QueryTree } {
  if (field === null) return { after: NONE, equal: ALL };
  const end = { value: value ?? "", inclusive: false };
  // Every record has one id, so the later records are those with a greater id, or a smaller one when descending.
  if (field[0] === "id") {
    const [low, high] = order === "asc" ? [end, null] : [null, end];
    return { after: { kind: "range", field, low, high }, equal: { kind: "terms", field, values: [String(value)] } };
  }
  if (value === null) return { after: NONE, equal: { kind: "not", part: { kind: "exists", field } } };
  const upTo = (inclusive: boolean): QueryTree => {
    const end = { value, inclusive };
    return { kind: "range", field, low: order === "asc" ? null : end, high: order === "asc" ? end : null };
  };
  const before: QueryTree = { kind: "not", part: upTo(false) };
  return { after: { kind: "not", part: upTo(true) }, equal: { kind: "and", parts: [upTo(true), before] } };
}

/** Where loading all records of a task dataset continues, from page to page (contract api-v0 7.2). */
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
  const read = asObject(parsed(text));
  if (read === null || !Array.isArray(read.sort_by)) return null;
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

const isSortValue = (value: unknown): value is SortValue =>
  value === null || typeof value === "string" || typeof value === "number";

function readEntry(entry: unknown): TaskSortEntry | null {
  const { id, order = "asc" } = asObject(entry) ?? {};
  return typeof id === "string" && (order === "asc" || order === "desc") ? { id, order } : null;
}
