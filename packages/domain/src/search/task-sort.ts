import { Refusal } from "../refusal.ts";
import type { SearchFields } from "./query-string/search-fields.ts";
import type { FieldName, QueryTree } from "./query-tree.ts";

/** What records of a task dataset are sorted by, as it is asked for (contract search-semantics 4.1, TSE-23). */
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

/** `field`: null where the dataset has no values for it, so that no two records differ by it. */
export type TaskSortKey = { readonly field: FieldName | null; readonly order: "asc" | "desc" };

/** More than there are of which records could differ. */
export const MOST_SORT_KEYS = 100;

export const BY_ID: TaskSortEntry = { id: "id", order: "asc" };

/** A key for each entry. Whoever sorts by them adds the id, so that no two records are equal. */
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

/** Whether records can be sorted by it: a name, or a path that begins with one. */
export const isSortable = (id: unknown): id is string =>
  typeof id === "string" && SORTABLE.includes(id.split(".", 1)[0] ?? "");

function refuseUnsortable(id: string): void {
  if (isSortable(id)) return;
  const known = SORTABLE.map((name) => `'${name}'`).join(", ");
  throw new Refusal("bad_request", `Wrong sort id ${id}. Valid values are: [${known}]`);
}

/** What a record is sorted by: of several values the least going up and the greatest going down; null: it has none. */
export type SortValue = string | number | null;

const NONE: QueryTree = { kind: "or", parts: [] };
const ALL: QueryTree = { kind: "and", parts: [] };

/** The records that come behind one with these values, in the order of as many keys. */
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

/** The records that come after a value, those without one last, and those that have it. */
function sidesOf({ field, order }: TaskSortKey, value: SortValue): { after: QueryTree; equal: QueryTree } {
  if (field === null) return { after: NONE, equal: ALL };
  const end = { value: value ?? "", inclusive: false };
  // Every record has one id, so what comes behind is what is greater.
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
