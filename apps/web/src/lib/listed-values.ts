/**
 * Lists and texts in the address of a list (design/address.md#list). Values are encoded before they are joined, so a comma
 * inside a name does not split it.
 */

export function readValues(entry: string | undefined): readonly string[] {
  const values = (entry ?? "").split(",").map(readText);
  return [...new Set(values.filter((value) => value !== ""))];
}

export const writeValues = (values: readonly string[]): string => values.map(encodeURIComponent).join(",");

/** An unreadable entry counts as absent (design/address.md#rules). */
export function readText(entry: string | undefined): string {
  try {
    return decodeURIComponent(entry ?? "");
  } catch {
    return "";
  }
}
