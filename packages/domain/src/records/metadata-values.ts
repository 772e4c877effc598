import type { MetadataMetrics, MetadataSettings } from "../datasets/metadata-property.ts";

/**
 * True if a property offers values to filter by: terms with at least one value, or a number type with both ends
 * (FEN-21). It is asked of the declared settings or of the values that records hold.
 */
export function hasValues(of: MetadataSettings | MetadataMetrics): boolean {
  if (of.type === "terms") return of.values !== null && of.values.length > 0;
  return of.min !== null && of.max !== null;
}
