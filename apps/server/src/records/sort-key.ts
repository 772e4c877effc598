import { Refusal } from "@postil/domain/refusal";
import type { FieldName } from "@postil/domain/search/query-tree";
import type { ValueSource } from "../storage/value-source.ts";
import { type Registry, resolveField } from "./registry.ts";

/** What records are to be sorted by, the main key first. */
export type SortField = { readonly field: FieldName; readonly order: "asc" | "desc" };

/** The same, looked up. */
export type SortKey = { readonly source: ValueSource; readonly descending: boolean };

/** Keys nothing has a value for are left out; ties go by creation anyway (contract search-semantics 2.5). */
export function compileSort(registry: Registry, sort: readonly SortField[]): SortKey[] {
  return sort.flatMap(({ field, order }): SortKey[] => {
    const target = resolveField(registry, field);
    if (target.kind === "status") {
      throw new Refusal("unprocessable", "Records cannot be sorted by the status of responses.");
    }
    if (target.kind !== "values") return [];
    // Numbers that are rounded to the same go by their digits.
    const sources = target.exact ? [target.source, target.exact] : [target.source];
    return sources.map((source) => ({ source, descending: order === "desc" }));
  });
}
