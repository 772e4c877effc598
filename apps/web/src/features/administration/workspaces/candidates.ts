import { fullName } from "@postil/domain/accounts/full-name";
import type { Person } from "@postil/domain/accounts/people";
import { countsAsMember } from "@postil/domain/accounts/policies";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { byText } from "../by-text.ts";

/** More than one looks through; whoever is not among them is found by another letter. */
const MOST = 8;

/** Who could be added and is called so, by name. */
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
