import type { MetadataSettings } from "../datasets/metadata-property.ts";
import { exactly } from "../text/whole-numbers.ts";
import type { FilterCondition } from "./record-criteria.ts";

/**
 * The condition that finds the records with exactly this value of a metadata property (FFI-07). Null if the property
 * cannot be filtered by it: terms need a text, the other types a number. A list is filtered by one of its values.
 */
export function conditionFor(settings: MetadataSettings, value: unknown): FilterCondition | null {
  if (settings.type === "terms")
    return typeof value === "string" ? { type: "terms", values: [value], match: "any" } : null;
  if (typeof value !== "number" && typeof value !== "bigint") return null;
  const number = typeof value === "bigint" ? String(value) : exactly(value);
  return { type: "range", ge: number, le: number };
}
