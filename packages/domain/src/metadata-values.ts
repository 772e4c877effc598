import type { MetadataSettings } from "./entities.ts";

/** FEN-21: terms with at least one value, or a number type with both ends; anything else offers nothing to choose from. */
export function hasValues(settings: MetadataSettings): boolean {
  if (settings.type === "terms") return settings.values !== null && settings.values.length > 0;
  return settings.min !== null && settings.max !== null;
}
