import { readText, readValues, writeValues } from "../../../lib/listed-values.ts";
import type { ListSort } from "../../../ui/list-table.tsx";
import { readSort, writeSort } from "../list-sort.ts";

export const SORTED_COLUMNS = ["name", "username", "role", "lastSeen", "answers"] as const;
export type SortedColumn = (typeof SORTED_COLUMNS)[number];
export type PeopleSort = ListSort<SortedColumn>;

/** What the address says about the list of people; empty lists and texts do not narrow it. */
export type PeopleCriteria = {
  readonly search: string;
  readonly workspaces: readonly string[];
  readonly roles: readonly string[];
  readonly sort: PeopleSort;
};

export const EVERYBODY: PeopleCriteria = {
  search: "",
  workspaces: [],
  roles: [],
  sort: { column: "lastSeen", descending: true },
};

export const isNarrowed = ({ search, workspaces, roles }: PeopleCriteria): boolean =>
  search.trim() !== "" || workspaces.length + roles.length > 0;

type Entries = { readonly [name: string]: string | undefined };

export function readPeopleCriteria(entries: Entries): PeopleCriteria {
  return {
    search: readText(entries.search),
    workspaces: readValues(entries.workspaces),
    // One that there is not is shown among the filters, as a workspace is, and narrows the list to nobody.
    roles: readValues(entries.roles),
    sort: readSort(entries.sort, SORTED_COLUMNS, EVERYBODY.sort),
  };
}

/** Empty ones are left out by the router (VST-02). */
export const writePeopleCriteria = ({ search, workspaces, roles, sort }: PeopleCriteria): Entries => ({
  search: encodeURIComponent(search),
  workspaces: writeValues(workspaces),
  roles: writeValues(roles),
  sort: writeSort(sort, EVERYBODY.sort),
});
