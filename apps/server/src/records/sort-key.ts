import { Refusal } from "@postil/domain/refusal";
import type { FieldName } from "@postil/domain/search/query-tree";
import type { ValueSource } from "../storage/value-sources.ts";
import { type Registry, resolveField } from "./registry.ts";

/** The sort fields, the main one first. */
export type SortField = { readonly field: FieldName; readonly order: "asc" | "desc" };

/** A resolved sort field. */
export type SortKey = { readonly source: ValueSource; readonly descending: boolean };

/** Resolves sort fields. Those without values are left out; ties are sorted by creation (search-semantics 2.5). */
export function compileSort(registry: Registry, sort: readonly SortField[]): SortKey[] {
  return sort.flatMap(({ field, order }): SortKey[] => {
    const target = resolveField(registry, field);
    if (target.kind === "status") {
      throw new Refusal("unprocessable", "Records cannot be sorted by the status of responses.");
    }
    if (target.kind !== "values") return [];
    // Numbers that are rounded to the same value are sorted by their digits.
    const sources = target.exact ? [target.source, target.exact] : [target.source];
    return sources.map((source) => ({ source, descending: order === "desc" }));
  });
}
