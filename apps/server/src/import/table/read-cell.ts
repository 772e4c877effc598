import { parseWithNames } from "@postil/domain/text/json-names";
import { mayLoseForm, parseKeepingForm } from "@postil/domain/text/json-numbers";
import { pythonValue } from "../python-literal.ts";

/** What the text of a cell is: `value` with `exact`, where its numbers would lose their form. */
export type Cell = { readonly value: unknown; readonly exact: unknown };

/** An empty cell is no value; a cell that holds a list or an object, as JSON or as Python writes it, is that. */
export function readCell(text: string): Cell {
  if (text === "") return same(null);
  if (!/^\s*(?:\[.*\]|\{.*\}|array\(.*\))\s*$/s.test(text)) return same(text);
  try {
    const value = parseWithNames(text);
    return mayLoseForm(text) ? { value, exact: parseKeepingForm(text) } : same(value);
  } catch {
    // Text in brackets that is neither is text.
    const value = pythonValue(text);
    return same(value === undefined ? text : value);
  }
}

const same = (value: unknown): Cell => ({ value, exact: value });
