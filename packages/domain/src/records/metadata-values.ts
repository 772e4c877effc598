import type { MetadataMetrics, MetadataSettings } from "../datasets/metadata-property.ts";

/**
 * FEN-21: terms with at least one value, or a number type with both ends; anything else offers nothing to choose from. Asked of
 * what is declared, or of what the records hold.
 */
export function hasValues(of: MetadataSettings | MetadataMetrics): boolean {
  if (of.type === "terms") return of.values !== null && of.values.length > 0;
  return of.min !== null && of.max !== null;
}
