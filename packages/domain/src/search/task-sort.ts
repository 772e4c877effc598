import { Refusal } from "../refusal.ts";
import type { SearchFields } from "./query-string/search-fields.ts";
import type { FieldName } from "./query-tree.ts";

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

/** `isTime`: its values are told in milliseconds outside. */
export type TaskSortKey = { readonly field: FieldName; readonly order: "asc" | "desc"; readonly isTime: boolean };

export const BY_ID: TaskSortEntry = { id: "id", order: "asc" };

/** The keys that the dataset has values for, and then the id, so that no two records are equal. */
export function readTaskSort(sort: readonly TaskSortEntry[], fields: SearchFields): readonly TaskSortKey[] {
  for (const { id } of sort) refuseUnsortable(id);
  const keys = sort.flatMap(({ id, order }): TaskSortKey[] => {
    const field = fields.find(id);
    if (field === null || field.kind === "object") return [];
    if (field.kind === "text" && field.analysis !== "keyword") {
      throw new Refusal("invalid_text_search", `Records cannot be sorted by the words of ${id}.`);
    }
    return [{ field: field.name, order, isTime: field.kind === "time" }];
  });
  return [...keys, { field: ["id"], order: "asc", isTime: false }];
}

function refuseUnsortable(id: string): void {
  if (SORTABLE.includes(id.split(".", 1)[0] ?? "")) return;
  const known = SORTABLE.map((name) => `'${name}'`).join(", ");
  throw new Refusal("bad_request", `Wrong sort id ${id}. Valid values are: [${known}]`);
}
