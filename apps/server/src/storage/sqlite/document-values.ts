import type { SQLOutputValue } from "node:sqlite";
import { parseWithNames } from "@postil/domain/text/json-text";
import { inSinglePrecision } from "@postil/domain/text/whole-numbers";

/**
 * For SQL: the values at a path in a JSON document, as a JSON list. The names in the path are separated by dots, and lists on
 * the way are searched too. Names may contain dots themselves. `below`: returns 1 if there is anything at the path or below.
 * `single`: numbers in single precision.
 */
export function documentValues(
  document: SQLOutputValue,
  path: SQLOutputValue,
  below: SQLOutputValue,
  single: SQLOutputValue,
): string {
  return JSON.stringify(valuesIn(parseWithNames(String(document)), String(path), below === 1, single === 1));
}

/** The same for a parsed document. */
export function valuesIn(document: unknown, path: string, below: boolean, single: boolean): readonly unknown[] {
  const found: unknown[] = [];
  collect(document, path, below, found);
  return single ? found.map((one) => (typeof one === "number" ? inSinglePrecision(one) : one)) : found;
}

function collect(value: unknown, path: string, below: boolean, found: unknown[]): void {
  if (below && found.length > 0) return;
  if (Array.isArray(value)) for (const one of value) collect(one, path, below, found);
  else if (path === "" && below) found.push(1);
  else if (typeof value === "object" && value !== null) collectIn(value, path, below, found);
  else if (path === "" && value !== null) found.push(typeof value === "boolean" ? String(value) : value);
}

function collectIn(members: object, path: string, below: boolean, found: unknown[]): void {
  for (const [name, value] of Object.entries(members)) {
    if (path === name || (below && name.startsWith(`${path}.`))) collect(value, "", below, found);
    else if (path.startsWith(`${name}.`)) collect(value, path.slice(name.length + 1), below, found);
  }
}
