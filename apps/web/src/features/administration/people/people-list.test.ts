import type { Person } from "@postil/domain/accounts/people";
import { expect, test } from "vitest";
import {
  choicesOf,
  EVERYBODY,
  narrowPeople,
  orderPeople,
  readPeopleCriteria,
  writePeopleCriteria,
} from "./people-list.ts";

const person = (name: string, more: Partial<Person> = {}): Person => ({
  id: name,
  firstName: name,
  lastName: null,
  username: name.toLowerCase(),
  role: "annotator",
  state: "active",
  invitedUntil: null,
  provider: null,
  hasPassword: true,
  workspaces: [],
  lastSeen: null,
  keys: 1,
  insertedAt: 0,
  updatedAt: 0,
  ...more,
});
const inWorkspaces = (...names: string[]) => names.map((name) => ({ id: name, name, since: 0 }));

const MARA = person("Mara", {
  role: "admin",
  lastName: "Lind",
  workspaces: inWorkspaces("a"),
  lastSeen: { at: 3, byKey: false },
});
const OONA = person("Oona", { workspaces: inWorkspaces("a", "b"), lastSeen: { at: 5, byKey: true } });
const PIA = person("Pia", { state: "deactivated", lastSeen: { at: 9, byKey: false } });
const NERYS = person("Nerys", { state: "invited", workspaces: inWorkspaces("b") });
const ALL = [MARA, OONA, PIA, NERYS];
const names = (people: readonly Person[]) => people.map(({ firstName }) => firstName);

test("ROL-12 names and usernames are searched, values of a filter are alternatives, and filters add up", () => {
  expect(names(narrowPeople(ALL, { ...EVERYBODY, search: " LIND " }))).toEqual(["Mara"]);
  expect(names(narrowPeople(ALL, { ...EVERYBODY, workspaces: ["a", "b"] }))).toEqual(["Mara", "Oona", "Nerys"]);
  expect(names(narrowPeople(ALL, { ...EVERYBODY, workspaces: ["a"], roles: ["annotator"] }))).toEqual(["Oona"]);
  expect(choicesOf(ALL, "workspaces", { ...EVERYBODY, roles: ["annotator"] })).toEqual([
    { value: "a", count: 1 },
    { value: "b", count: 2 },
  ]);
});

test("ROL-12 an owner, who can be stored in a workspace, is none of its people", () => {
  const owner = person("Ondine", { role: "owner", workspaces: inWorkspaces("a", "c") });
  expect(names(narrowPeople([...ALL, owner], { ...EVERYBODY, workspaces: ["a"] }))).toEqual(["Mara", "Oona"]);
  expect(choicesOf([...ALL, owner], "workspaces", EVERYBODY).map(({ value }) => value)).toEqual(["a", "b"]);
});

test("ROL-12 the last seen come first, and those who cannot work now after everybody, whichever way the times go", () => {
  const none = new Map<string, number>();
  const by = (column: "lastSeen" | "name" | "answers", descending: boolean, answers = none) =>
    names(orderPeople(ALL, { column, descending }, answers));
  expect(by("lastSeen", true)).toEqual(["Oona", "Mara", "Pia", "Nerys"]);
  expect(by("lastSeen", false)).toEqual(["Mara", "Oona", "Pia", "Nerys"]);
  expect(by("name", false)).toEqual(["Mara", "Nerys", "Oona", "Pia"]);
  expect(
    by(
      "answers",
      true,
      new Map([
        ["Pia", 7],
        ["Oona", 2],
      ]),
    ),
  ).toEqual(["Pia", "Oona", "Mara", "Nerys"]);
});

test("ROL-12 VST-02 what narrows and orders the list goes into the address and comes out of it; what makes no sense is left out", () => {
  const criteria = {
    search: "a,b & c",
    workspaces: ["x,y", "z"],
    roles: ["admin"],
    sort: { column: "answers", descending: true },
  } as const;
  const written = writePeopleCriteria(criteria);
  expect(readPeopleCriteria(written)).toEqual(criteria);
  expect(Object.values(written).join("")).toMatch(/^[\w.~%!*'(),:-]*$/);
  expect(Object.values(writePeopleCriteria(EVERYBODY))).toEqual(["", "", "", ""]);
  const odd = { search: "%", workspaces: ",%,a", sort: "shoe:up" };
  expect(readPeopleCriteria(odd)).toEqual({ ...EVERYBODY, workspaces: ["a"] });
});

test("ROL-12 a role that there is not is said among the filters and shows nobody, as a workspace does", () => {
  const criteria = readPeopleCriteria({ roles: "king" });
  expect(criteria).toEqual({ ...EVERYBODY, roles: ["king"] });
  expect(narrowPeople(ALL, criteria)).toEqual([]);
  expect(choicesOf(ALL, "roles", criteria)).toContainEqual({ value: "king", count: 0 });
});
