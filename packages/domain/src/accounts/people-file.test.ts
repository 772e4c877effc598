import { expect, test } from "vitest";
import {
  type FilePerson,
  invitedFrom,
  mistakesOfPeople,
  readPeopleTable,
  tableForm,
  workspacesOfCell,
} from "./people-file.ts";
import { type Actor, mayGiveRole, mayInvite } from "./policies.ts";
import { ROLES, type Role } from "./users.ts";

const ANNA = { username: "anna", firstName: "Anna", lastName: "Bell", role: "admin", workspaces: "archive; clinic" };
const read = (...table: string[][]) => readPeopleTable(table).people.map(({ row: _, ...person }) => person);

test.each([
  ["its own names", ["username", "first_name", "last_name", "role", "workspaces"]],
  ["the names of a spreadsheet", ["User name", "Name", "Surname", "ROLE", "Workspace"]],
])("ROL-15 a header of %s says what the columns are, in any order", (_, header) => {
  const cells = ["anna", " Anna ", "Bell", "Admin", "archive;clinic"];
  const person = { ...ANNA, workspaces: "archive;clinic" };
  expect(read(header, cells)).toEqual([person]);
  expect(read(header.toReversed(), cells.toReversed())).toEqual([person]);
});

test("ROL-15 several columns of workspaces are one list, and a column that means nothing is told", () => {
  const header = ["name", "email", "workspace 1", "workspace 2"];
  const { people, unread } = readPeopleTable([header, ["anna", "a@b", "archive", "clinic | city"], ["", " "]]);
  expect(people).toEqual([
    { row: 2, username: "anna", firstName: "", lastName: "", role: "", workspaces: "archive; clinic | city" },
  ]);
  expect(unread).toEqual(["email"]);
  expect(workspacesOfCell("archive; clinic | city; archive")).toEqual(["archive", "clinic", "city"]);
});

test("ROL-15 a first cell of any length is read at once", () => {
  const cell = `${"1".repeat(1_000_000)}x`;
  expect(readPeopleTable([[cell]]).people).toHaveLength(1);
});

test("ROL-15 without a header the username is first, and the column with roles ends the names", () => {
  expect(read(["anna", "Anna", "Bell", "admin", "archive", "clinic"])).toEqual([ANNA]);
  const bare = { username: "bo", firstName: "", lastName: "", role: "annotator", workspaces: "archive" };
  expect(read(["bo", "annotator", "archive"], ["cy", "anotator", "archive"])).toEqual([
    bare,
    { ...bare, username: "cy", role: "anotator" },
  ]);
  expect(read(["bo"])).toEqual([{ ...bare, role: "", workspaces: "" }]);
  expect(readPeopleTable([])).toEqual({ people: [], unread: [] });
});

const row = (more: Partial<FilePerson> = {}): FilePerson => ({ row: 1, ...ANNA, ...more });
const around = (role: Role, taken: readonly string[] = []) => ({
  inviter: { role },
  workspaces: new Set(["archive", "clinic"]),
  taken: new Set(taken),
});

test.each<[Partial<FilePerson>, Role, object]>([
  [{}, "owner", {}],
  [{ role: "" }, "admin", {}],
  [{ username: "" }, "owner", { username: "A username is wanted" }],
  [{ username: "-anna" }, "owner", { username: "Begins with neither - nor _" }],
  [{ username: "anna bell" }, "owner", { username: "Only letters, digits, - and _" }],
  [{ username: "a".repeat(201) }, "owner", { username: "At most 200 characters, found 201" }],
  [{ username: "bo" }, "owner", { username: "“bo” is somebody’s already" }],
  [{ lastName: "é".repeat(201) }, "owner", { lastName: "A last name has at most 200 characters, found 201" }],
  [{ role: "boss" }, "owner", { role: "“boss” is no role: annotator, admin, owner" }],
  [{ role: "admin" }, "admin", { role: "Only owners invite people as admin" }],
  [{ workspaces: "nowhere;archive" }, "owner", { workspaces: "“nowhere”: no workspace" }],
  [{ workspaces: "a;b;c;d", role: "" }, "admin", { workspaces: "“a”, “b”, “c” and 1 more: no workspace of yours" }],
  [{ workspaces: "", role: "" }, "admin", { workspaces: "A workspace of yours is wanted" }],
  [{ workspaces: "", role: "" }, "owner", {}],
])("ROL-15 a row with %o, invited by the %s, is told %o", (more, role, mistakes) => {
  expect(mistakesOfPeople([row(more)], around(role, ["bo"]))).toEqual([mistakes]);
});

test("ROL-15 a name that is twice in the file is told in both rows", () => {
  const mistake = { username: "“anna” is in 2 rows" };
  const found = mistakesOfPeople([row(), row({ username: "bo" }), row({ row: 3 })], around("owner"));
  expect(found).toEqual([mistake, {}, mistake]);
});

test("ROL-18 names that differ only in case are those of one person, who is somebody or in another row", () => {
  const people = [row({ username: "MARA" }), row({ username: "Bo" }), row({ username: "bo" }), row({ username: "BO" })];
  expect(mistakesOfPeople(people, around("owner", ["mara", "cy"])).map(({ username }) => username)).toEqual([
    "“mara” is somebody’s, in other capitals",
    "“bo” is in another row, in other capitals",
    "“Bo” is in another row, in other capitals",
    "“Bo” is in another row, in other capitals",
  ]);
});

test("ROL-15 a person without names is called by the username, and is an annotator", () => {
  expect(invitedFrom(row({ firstName: "", lastName: "", role: "", workspaces: "" }))).toEqual({
    username: "anna",
    firstName: "anna",
    lastName: null,
    role: "annotator",
    workspaces: [],
  });
});

test("ROL-15 the page and the command read a table in the same form, by what stands between its first cells", () => {
  const rest = { bom: true, relax_column_count: true, relax_quotes: true };
  expect(tableForm("anna,a; b\n")).toEqual({ delimiter: ",", ...rest });
  expect(tableForm("\n anna;a\nbo,c")).toEqual({ delimiter: ";", ...rest });
  expect(tableForm("anna\ta, b; c")).toEqual({ delimiter: "\t", ...rest });
});

test("ROL-16 owners invite anybody anywhere, admins annotators into their workspaces, annotators nobody", () => {
  const actor = (role: Role): Actor => ({ id: "me", role, workspaceIds: ["w", "v"] });
  const places = [[], ["w"], ["w", "v"], ["w", "other"]];
  const allowed = (inviter: Role, role: Role) =>
    places.filter((workspaceIds) => mayInvite(actor(inviter), { role, workspaceIds }));
  for (const role of ROLES) {
    expect(allowed("owner", role)).toEqual(places);
    expect(allowed("admin", role)).toEqual(role === "annotator" ? [["w"], ["w", "v"]] : []);
    expect(allowed("annotator", role)).toEqual([]);
  }
  expect(ROLES.filter((role) => mayGiveRole({ role: "admin" }, role))).toEqual(["annotator"]);
});
