import { isPrivileged } from "@postil/domain/accounts/policies";
import type { Workspace } from "@postil/domain/accounts/users";
import {
  annotationPath,
  type Dataset,
  type DatasetStatus,
  FEEDBACK_TASK,
  isTask,
  settingsPath,
  type Task,
  type TaskDataset,
} from "@postil/domain/datasets/dataset";
import { datasetsSort, type Preferences } from "@postil/domain/preferences/definitions";
import type { Micros } from "@postil/domain/time";
import { underBase } from "../../lib/base-path.ts";
import { byText, countValues, readText, readValues, writeValues } from "../../lib/listed-values.ts";
import type { Choice } from "../../ui/filter-button.tsx";
import type { ListSort } from "../../ui/list-table.tsx";
import type { ExportSource } from "../../workbench/export/export-button.tsx";

/** One line of the list, for a dataset of either family (DSL-01, DSL-09, FEN-01). */
export type DatasetRow = {
  readonly id: string;
  readonly name: string;
  readonly task: string;
  /** empty while the workspaces load, or if they failed to load */
  readonly workspaceName: string;
  readonly tags: { readonly [key: string]: string };
  readonly status: DatasetStatus;
  readonly createdAt: Micros;
  readonly lastActivityAt: Micros;
};

/** Fills in the members that the server does not send (FEN-03), and finds the workspace by its id (DSL-08). */
export function feedbackRow(dataset: Dataset, workspaces: readonly Workspace[]): DatasetRow {
  return {
    id: dataset.id,
    name: dataset.name,
    task: FEEDBACK_TASK,
    workspaceName: workspaces.find(({ id }) => id === dataset.workspaceId)?.name ?? "",
    tags: {},
    status: dataset.status,
    createdAt: dataset.insertedAt,
    lastActivityAt: dataset.lastActivityAt,
  };
}

export function taskRow(dataset: TaskDataset): DatasetRow {
  return {
    id: dataset.id,
    name: dataset.name,
    task: dataset.task,
    workspaceName: dataset.workspaceName,
    tags: dataset.tags,
    status: "ready",
    createdAt: dataset.createdAt,
    lastActivityAt: dataset.lastUpdatedAt,
  };
}

/** Only privileged users see unpublished datasets (DSL-13). */
export function maySee(row: DatasetRow, user: Parameters<typeof isPrivileged>[0]): boolean {
  return row.status === "ready" || isPrivileged(user);
}

/** Files are added by admins and owners, to datasets of either family (IMP-31, IMP-70). */
export const mayAddRecords = (
  { task }: Pick<DatasetRow, "task">,
  user: Parameters<typeof isPrivileged>[0] | null,
): boolean => (task === FEEDBACK_TASK || isTask(task)) && user !== null && isPrivileged(user);

/** The target of a row: the annotation page, or the settings for an unpublished dataset (DSL-13, RTE-16). */
export function rowPath(row: DatasetRow): string {
  return row.status === "draft" ? settingsPath(row) : annotationPath(row);
}

/** The full address of the target, to share it. */
export const rowAddress = (row: DatasetRow): string => window.location.origin + underBase(rowPath(row));

export const taskOf = ({ task }: DatasetRow): Task | typeof FEEDBACK_TASK => (isTask(task) ? task : FEEDBACK_TASK);

/** The dataset in the form that an export needs. */
export function exportSource(row: DatasetRow): ExportSource {
  const { id, name, workspaceName: workspace } = row;
  const task = taskOf(row);
  return { datasetId: id, at: task === FEEDBACK_TASK ? null : { workspace, name, task } };
}

/** A tag as one word: `lang: en`, or the key alone when it has no value. */
export function tagLabels({ tags }: Pick<DatasetRow, "tags">): readonly string[] {
  return Object.entries(tags).map(([key, value]) => (value === "" ? key : `${key}: ${value}`));
}

/** The format is `column:direction`. */
type DatasetsSort = Preferences["datasetsSort"];
export type SortedColumn = DatasetsSort extends `${infer Column}:${string}` ? Column : never;

export function readSort(sort: DatasetsSort): ListSort<SortedColumn> {
  const [column, direction] = sort.split(":");
  return { column: column as SortedColumn, descending: direction === "desc" }; // the values of the preference have this format
}

export const writeSort = ({ column, descending }: ListSort<SortedColumn>): DatasetsSort =>
  `${column}:${descending ? "desc" : "asc"}`;

/** The list criteria in the address (DSL-10, design/address.md#list). Empty lists and texts do not filter. */
export type ListCriteria = {
  readonly search: string;
  readonly workspaces: readonly string[];
  readonly tasks: readonly string[];
  readonly tags: readonly string[];
  /** null means the order that this browser remembers */
  readonly sort: DatasetsSort | null;
};

type FilterName = "workspaces" | "tasks" | "tags";

export const ALL_DATASETS: ListCriteria = { search: "", workspaces: [], tasks: [], tags: [], sort: null };

export function isNarrowed({ search, workspaces, tasks, tags }: ListCriteria): boolean {
  return search.trim() !== "" || workspaces.length + tasks.length + tags.length > 0;
}

type Entries = { readonly [name: string]: string | undefined };

/** Reads the raw entries of the address; an invalid entry counts as absent (design/address.md#rules). */
export function readListCriteria(entries: Entries): ListCriteria {
  return {
    search: readText(entries.search),
    workspaces: readValues(entries.workspaces),
    tasks: readValues(entries.tasks),
    tags: readValues(entries.tags),
    sort: datasetsSort.read(readText(entries.sort)) ?? null,
  };
}

/** The raw entries; the router leaves out empty ones (VST-02). */
export function writeListCriteria(view: ListCriteria): Entries {
  return {
    search: encodeURIComponent(view.search),
    workspaces: writeValues(view.workspaces),
    tasks: writeValues(view.tasks),
    tags: writeValues(view.tags),
    sort: view.sort ?? "",
  };
}

/**
 * Filters and sorts the list, all in the browser (DSL-10). The values of one filter are alternatives; several filters must all
 * match.
 */

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

/** The values of a filter, by name, each with the number of rows that it would show together with the other filters. */
export function choicesOf(rows: readonly DatasetRow[], filter: FilterName, view: ListCriteria): readonly Choice[] {
  const others = narrow(rows, { ...view, [filter]: [] });
  return countValues(view[filter], rows.flatMap(VALUES[filter]), others.flatMap(VALUES[filter]));
}

const COMPARE: { readonly [Column in SortedColumn]: (a: DatasetRow, b: DatasetRow) => number } = {
  name: (a, b) => byText(a.name, b.name),
  workspace: (a, b) => byText(a.workspaceName, b.workspaceName),
  createdAt: (a, b) => a.createdAt - b.createdAt,
  lastActivityAt: (a, b) => a.lastActivityAt - b.lastActivityAt,
};

/** Pinned rows first, then sorted by the column; equal ones by name. */
export function order(
  rows: readonly DatasetRow[],
  sort: DatasetsSort,
  pinned: ReadonlySet<string>,
): readonly DatasetRow[] {
  const { column, descending } = readSort(sort);
  const sign = descending ? -1 : 1;
  return rows.toSorted(
    (a, b) =>
      Number(pinned.has(b.id)) - Number(pinned.has(a.id)) || sign * COMPARE[column](a, b) || byText(a.name, b.name),
  );
}
