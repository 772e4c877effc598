import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { countsAsMember } from "@postil/domain/accounts/policies";
import { ROLES } from "@postil/domain/accounts/users";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import type { Choice } from "../../../ui/filter-button.tsx";
import { byText } from "../by-text.ts";
import type { PeopleCriteria, PeopleSort, SortedColumn } from "./people-criteria.ts";

/** Narrowing and ordering the list, all in the browser. Values of one filter are alternatives, filters add up. */

type Filter = "workspaces" | "roles";
const VALUES: { readonly [F in Filter]: (person: Person) => readonly string[] } = {
  workspaces: (person) => (countsAsMember(person) ? person.workspaces.map(({ name }) => name) : []),
  roles: (person) => [person.role],
};

export function narrowPeople(people: readonly Person[], criteria: PeopleCriteria): readonly Person[] {
  const text = criteria.search.trim().toLocaleLowerCase(LOCALE);
  return people.filter(
    (person) =>
      (person.username.toLocaleLowerCase(LOCALE).includes(text) ||
        fullName(person).toLocaleLowerCase(LOCALE).includes(text)) &&
      passes(person, "workspaces", criteria) &&
      passes(person, "roles", criteria),
  );
}

const passes = (person: Person, filter: Filter, criteria: PeopleCriteria): boolean =>
  criteria[filter].length === 0 || VALUES[filter](person).some((value) => criteria[filter].includes(value));

/** The values that a filter offers, each with how many people it would show beside the other filters. */
export function choicesOf(people: readonly Person[], filter: Filter, criteria: PeopleCriteria): readonly Choice[] {
  const counts = new Map<string, number>(criteria[filter].map((value) => [value, 0]));
  for (const person of people) for (const value of VALUES[filter](person)) counts.set(value, counts.get(value) ?? 0);
  for (const person of narrowPeople(people, { ...criteria, [filter]: [] }))
    for (const value of VALUES[filter](person)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => byText(a.value, b.value));
}

/** Who works here comes before who cannot now, by whatever the rest is put in order. */
const RANKS = { active: 0, deactivated: 1, invited: 2 } as const;

type Compare = (a: Person, b: Person, answers: ReadonlyMap<string, number>) => number;
const COMPARE: { readonly [C in SortedColumn]: Compare } = {
  name: (a, b) => byText(fullName(a), fullName(b)),
  username: (a, b) => byText(a.username, b.username),
  role: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
  lastSeen: (a, b) => (a.lastSeen?.at ?? 0) - (b.lastSeen?.at ?? 0),
  answers: (a, b, answers) => (answers.get(a.id) ?? 0) - (answers.get(b.id) ?? 0),
};

export function orderPeople(
  people: readonly Person[],
  { column, descending }: PeopleSort,
  answers: ReadonlyMap<string, number>,
): readonly Person[] {
  const sign = descending ? -1 : 1;
  const ranked = column === "lastSeen";
  return people.toSorted(
    (a, b) =>
      (ranked ? RANKS[a.state] - RANKS[b.state] : 0) ||
      sign * COMPARE[column](a, b, answers) ||
      byText(fullName(a), fullName(b)),
  );
}
