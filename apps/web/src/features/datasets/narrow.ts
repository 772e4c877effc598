import type { Choice } from "../../ui/filter-button.tsx";
import type { DatasetsSort, FilterName, ListCriteria } from "./list-criteria.ts";
import { type DatasetRow, tagLabels } from "./rows.ts";

/** Narrowing and ordering the list, all in the browser (DSL-10). Values of one filter are alternatives, filters add up. */

const VALUES: { readonly [Filter in FilterName]: (row: DatasetRow) => readonly string[] } = {
  workspaces: (row) => [row.workspaceName],
  tasks: (row) => [row.task],
  tags: tagLabels,
};

export function narrow(rows: readonly DatasetRow[], view: ListCriteria): readonly DatasetRow[] {
  const text = view.search.trim().toLowerCase();
  return rows.filter(
    (row) =>
      row.name.toLowerCase().includes(text) &&
      passes(row, "workspaces", view) &&
      passes(row, "tasks", view) &&
      passes(row, "tags", view),
  );
}

function passes(row: DatasetRow, filter: FilterName, view: ListCriteria): boolean {
  return view[filter].length === 0 || VALUES[filter](row).some((value) => view[filter].includes(value));
}

/** The values a filter offers, by name, each with the number of rows it would show beside the other filters. */
export function choicesOf(rows: readonly DatasetRow[], filter: FilterName, view: ListCriteria): readonly Choice[] {
  const counts = new Map<string, number>(view[filter].map((value) => [value, 0]));
  for (const row of rows)
    for (const value of VALUES[filter](row)) if (value !== "") counts.set(value, counts.get(value) ?? 0);
  for (const row of narrow(rows, { ...view, [filter]: [] })) {
    for (const value of VALUES[filter](row)) if (value !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => byText(a.value, b.value));
}

const collator = new Intl.Collator("en", { numeric: true });
const byText = collator.compare;

/** Pinned rows first, then by the column; equal ones by name. */
export function order(
  rows: readonly DatasetRow[],
  sort: DatasetsSort,
  pinned: ReadonlySet<string>,
): readonly DatasetRow[] {
  const [column, direction] = sort.split(":");
  const sign = direction === "asc" ? 1 : -1;
  const compare = COLUMNS[column as keyof typeof COLUMNS]; // the preference's values are made of these columns
  return [...rows].sort(
    (a, b) => Number(pinned.has(b.id)) - Number(pinned.has(a.id)) || sign * compare(a, b) || byText(a.name, b.name),
  );
}

const COLUMNS = {
  name: (a: DatasetRow, b: DatasetRow) => byText(a.name, b.name),
  workspace: (a: DatasetRow, b: DatasetRow) => byText(a.workspaceName, b.workspaceName),
  createdAt: (a: DatasetRow, b: DatasetRow) => a.createdAt - b.createdAt,
  lastActivityAt: (a: DatasetRow, b: DatasetRow) => a.lastActivityAt - b.lastActivityAt,
} as const;
