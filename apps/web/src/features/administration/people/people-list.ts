import type { Person } from "@postil/domain/accounts/people";
import { countsAsMember } from "@postil/domain/accounts/policies";
import { fullName, ROLES } from "@postil/domain/accounts/users";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { byText, countValues, readText, readValues, writeValues } from "../../../lib/listed-values.ts";
import type { Choice } from "../../../ui/filter-button.tsx";
import type { ListSort } from "../../../ui/list-table.tsx";
import { readSort, writeSort } from "../list-sort.ts";

/**
 * Filters and sorts the users, all in the browser. The values of one filter are alternatives; several filters must all match.
 */

type Answers = ReadonlyMap<string, number>;
const COMPARE = {
  name: (a: Person, b: Person) => byText(fullName(a), fullName(b)),
  username: (a: Person, b: Person) => byText(a.username, b.username),
  role: (a: Person, b: Person) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
  lastSeen: (a: Person, b: Person) => (a.lastSeen?.at ?? 0) - (b.lastSeen?.at ?? 0),
  answers: (a: Person, b: Person, answers: Answers) => (answers.get(a.id) ?? 0) - (answers.get(b.id) ?? 0),
};
export type SortedColumn = keyof typeof COMPARE;
const SORTED_COLUMNS = Object.keys(COMPARE) as readonly SortedColumn[]; // the object's own keys

/** The list criteria in the address; empty lists and texts do not filter. */
export type PeopleCriteria = {
  readonly search: string;
  readonly workspaces: readonly string[];
  readonly roles: readonly string[];
  readonly sort: ListSort<SortedColumn>;
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

export const readPeopleCriteria = ({ search, workspaces, roles, sort }: Entries): PeopleCriteria => ({
  search: readText(search),
  workspaces: readValues(workspaces),
  // An unknown role is shown among the filters, like an unknown workspace, and matches nobody.
  roles: readValues(roles),
  sort: readSort(sort, SORTED_COLUMNS, EVERYBODY.sort),
});

/** The router leaves out empty entries (VST-02). */
export const writePeopleCriteria = ({ search, workspaces, roles, sort }: PeopleCriteria): Entries => ({
  search: encodeURIComponent(search),
  workspaces: writeValues(workspaces),
  roles: writeValues(roles),
  sort: writeSort(sort, EVERYBODY.sort),
});

type Filter = "workspaces" | "roles";
const VALUES: { readonly [F in Filter]: (person: Person) => readonly string[] } = {
  workspaces: (person) => (countsAsMember(person) ? person.workspaces.map(({ name }) => name) : []),
  roles: (person) => [person.role],
};

export function narrowPeople(people: readonly Person[], criteria: PeopleCriteria): readonly Person[] {
  const text = criteria.search.trim().toLocaleLowerCase(LOCALE);
  const finds = (name: string) => name.toLocaleLowerCase(LOCALE).includes(text);
  const passes = (person: Person, filter: Filter) =>
    criteria[filter].length === 0 || VALUES[filter](person).some((value) => criteria[filter].includes(value));
  return people.filter(
    (person) =>
      (finds(person.username) || finds(fullName(person))) && passes(person, "workspaces") && passes(person, "roles"),
  );
}

/** The values of a filter, each with the number of users that it would show together with the other filters. */
export function choicesOf(people: readonly Person[], filter: Filter, criteria: PeopleCriteria): readonly Choice[] {
  const others = narrowPeople(people, { ...criteria, [filter]: [] });
  return countValues(criteria[filter], people.flatMap(VALUES[filter]), others.flatMap(VALUES[filter]));
}

/** If the list is sorted by the last visit, active users come before users without access, in both directions. */
const RANKS = { active: 0, deactivated: 1, invited: 2 } as const;

export function orderPeople(
  people: readonly Person[],
  { column, descending }: PeopleCriteria["sort"],
  answers: Answers,
): readonly Person[] {
  const sign = descending ? -1 : 1;
  const ranked = column === "lastSeen";
  return people.toSorted(
    (a, b) =>
      (ranked ? RANKS[a.state] - RANKS[b.state] : 0) || sign * COMPARE[column](a, b, answers) || COMPARE.name(a, b),
  );
}
