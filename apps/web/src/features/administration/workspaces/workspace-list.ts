import type { Person } from "@postil/domain/accounts/people";
import { countsAsMember } from "@postil/domain/accounts/policies";
import { fullName } from "@postil/domain/accounts/users";
import type { WorkspaceSummary } from "@postil/domain/accounts/workspace-overview";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { byText, readText } from "../../../lib/listed-values.ts";
import type { ListSort } from "../../../ui/list-table.tsx";
import { readSort, writeSort } from "../list-sort.ts";

/** Filters and sorts the workspaces, all in the browser; the criteria are in the address. */

type Answers = ReadonlyMap<string, number>;
const VALUES = {
  name: null,
  members: ({ members }: WorkspaceSummary) => members,
  datasets: ({ datasets }: WorkspaceSummary) => datasets,
  records: ({ records }: WorkspaceSummary) => records,
  answers: ({ id }: WorkspaceSummary, answers: Answers) => answers.get(id) ?? 0,
  created: ({ insertedAt }: WorkspaceSummary) => insertedAt,
  lastActivity: ({ lastActivityAt }: WorkspaceSummary) => lastActivityAt ?? 0,
};
export type SortedColumn = keyof typeof VALUES;
export const SORTED_COLUMNS = Object.keys(VALUES) as readonly SortedColumn[]; // the object's own keys, in its order

/** An empty search does not filter. */
export type WorkspacesCriteria = { readonly search: string; readonly sort: ListSort<SortedColumn> };

/** The usual order: workspaces with the latest activity first. */
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

/** The workspaces whose names match, in the given order; equal ones by name. */
export function findWorkspaces(
  workspaces: readonly WorkspaceSummary[],
  { search, sort: { column, descending } }: WorkspacesCriteria,
  answers: Answers,
): readonly WorkspaceSummary[] {
  const wanted = search.trim().toLocaleLowerCase(LOCALE);
  const turn = descending ? -1 : 1;
  const value = VALUES[column];
  const compare = (one: WorkspaceSummary, other: WorkspaceSummary): number => {
    if (value === null) return turn * byText(one.name, other.name);
    return turn * (value(one, answers) - value(other, answers)) || byText(one.name, other.name);
  };
  return workspaces.filter(({ name }) => name.includes(wanted)).toSorted(compare);
}

/** More matches are not shown; another letter narrows them. */
const MOST = 8;

/** The users who could be added to a workspace and match the text, by name. */
export function candidates(
  people: readonly Person[],
  members: readonly { readonly id: string }[],
  text: string,
): readonly Person[] {
  const inside = new Set(members.map(({ id }) => id));
  const wanted = text.trim().toLocaleLowerCase(LOCALE);
  const finds = (person: Person) =>
    [fullName(person), person.username].some((name) => name.toLocaleLowerCase(LOCALE).includes(wanted));
  return people
    .filter((person) => countsAsMember(person) && !inside.has(person.id) && finds(person))
    .toSorted((one, other) => byText(fullName(one), fullName(other)))
    .slice(0, MOST);
}
