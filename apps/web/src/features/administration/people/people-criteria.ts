import { isRole } from "@postil/domain/accounts/users";
import { readText, readValues, writeValues } from "../../../lib/listed-values.ts";

export const SORTED_COLUMNS = ["name", "username", "role", "lastSeen", "answers"] as const;
export type SortedColumn = (typeof SORTED_COLUMNS)[number];
export type PeopleSort = { readonly column: SortedColumn; readonly descending: boolean };

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
    roles: readValues(entries.roles).filter(isRole),
    sort: readSort(readText(entries.sort)),
  };
}

/** Empty ones are left out by the router (VST-02), and so is the order that is there without a word. */
export function writePeopleCriteria({ search, workspaces, roles, sort }: PeopleCriteria): Entries {
  const order = `${sort.column}:${sort.descending ? "desc" : "asc"}`;
  const usual = sort.column === EVERYBODY.sort.column && sort.descending === EVERYBODY.sort.descending;
  return {
    search: encodeURIComponent(search),
    workspaces: writeValues(workspaces),
    roles: writeValues(roles),
    sort: usual ? "" : order,
  };
}

function readSort(text: string): PeopleSort {
  const [name, direction] = text.split(":");
  const column = SORTED_COLUMNS.find((one) => one === name);
  if (column === undefined || (direction !== "asc" && direction !== "desc")) return EVERYBODY.sort;
  return { column, descending: direction === "desc" };
}
