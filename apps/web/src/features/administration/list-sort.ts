import { readText } from "../../lib/listed-values.ts";
import type { ListSort } from "../../ui/list-table.tsx";

/** What the address says of it, "name:asc"; what makes no sense is the usual order. */
export function readSort<Column extends string>(
  entry: string | undefined,
  columns: readonly Column[],
  usual: ListSort<Column>,
): ListSort<Column> {
  const [name, direction] = readText(entry).split(":");
  const column = columns.find((one) => one === name);
  if (column === undefined || (direction !== "asc" && direction !== "desc")) return usual;
  return { column, descending: direction === "desc" };
}

/** The usual order is there without a word, and what is empty the router leaves out (VST-02). */
export function writeSort<Column extends string>(sort: ListSort<Column>, usual: ListSort<Column>): string {
  if (sort.column === usual.column && sort.descending === usual.descending) return "";
  return `${sort.column}:${sort.descending ? "desc" : "asc"}`;
}
