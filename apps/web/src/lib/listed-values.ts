import { LOCALE } from "./i18n/locale.ts";

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

/** Compares two names in natural order: "team-2" before "team-10". */
export const byText = new Intl.Collator(LOCALE, { numeric: true }).compare;

/** The chosen values of a filter and those that are `there`, by name, each with the number of times it is among those `found`. */
export function countValues(chosen: readonly string[], there: readonly string[], found: readonly string[]) {
  const counts = new Map<string, number>([...chosen, ...there].map((value) => [value, 0]));
  for (const value of found) counts.set(value, (counts.get(value) ?? 0) + 1);
  counts.delete("");
  return [...counts].map(([value, count]) => ({ value, count })).sort((one, other) => byText(one.value, other.value));
}
