/**
 * A metadata value as people read it. Numbers stay as they were sent, without grouping: many of them are years or numbers of
 * something.
 */
export function metadataText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(metadataText).join(", ");
  return JSON.stringify(value) ?? "";
}
