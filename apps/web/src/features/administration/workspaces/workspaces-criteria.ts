import { readText } from "../../../lib/listed-values.ts";
import { type ListSort, readSort, writeSort } from "../list-sort.ts";

export const SORTED_COLUMNS = ["name", "members", "datasets", "records", "answers", "created", "lastActivity"] as const;
export type SortedColumn = (typeof SORTED_COLUMNS)[number];
export type WorkspacesSort = ListSort<SortedColumn>;

/** What the address says about the list of workspaces; an empty search does not narrow it. */
export type WorkspacesCriteria = { readonly search: string; readonly sort: WorkspacesSort };

/** What is looked for first: who is at work. */
export const ALL_WORKSPACES: WorkspacesCriteria = { search: "", sort: { column: "lastActivity", descending: true } };

type Entries = { readonly [name: string]: string | undefined };

export const readWorkspacesCriteria = ({ search, sort }: Entries): WorkspacesCriteria => ({
  search: readText(search),
  sort: readSort(sort, SORTED_COLUMNS, ALL_WORKSPACES.sort),
});

export const writeWorkspacesCriteria = ({ search, sort }: WorkspacesCriteria): Entries => ({
  search: encodeURIComponent(search),
  sort: writeSort(sort, ALL_WORKSPACES.sort),
});
