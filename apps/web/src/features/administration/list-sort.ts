import { readText } from "../../lib/listed-values.ts";
import type { ListSort } from "../../ui/list-table.tsx";

/** The sort order in the address, "name:asc"; an invalid entry means the usual order. */
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

/** The usual order is written as empty, and the router leaves out empty entries (VST-02). */
export function writeSort<Column extends string>(sort: ListSort<Column>, usual: ListSort<Column>): string {
  if (sort.column === usual.column && sort.descending === usual.descending) return "";
  return `${sort.column}:${sort.descending ? "desc" : "asc"}`;
}
