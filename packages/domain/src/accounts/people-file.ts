import { PERSON_NAME, USERNAME } from "../datasets/names.ts";
import { characters } from "../text/characters.ts";
import { mayGiveRole } from "./policies.ts";
import { isRole, ROLES, type Role, usernameAlike } from "./users.ts";

/** ROL-15: people to invite, as the rows of a table: what a row means, and what is wrong with it. */

/** People in one file. */
export const MOST_INVITED = 1000;
/** People in one call. Each costs the writing thread some rows, and no other write waits longer than for one call. */
export const MOST_INVITED_AT_ONCE = 50;
/** Cells beyond this length are refused before they are shown. */
const LONGEST_CELL = 10_000;

/** A person of the file. Cells are texts until they are sent, so that a wrong one can be shown and mended. */
export type FilePerson = {
  /** The row of the file, from 1. */
  readonly row: number;
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: string;
  /** Names of workspaces. */
  readonly workspaces: string;
};

export const FILE_CELLS = ["username", "firstName", "lastName", "role", "workspaces"] as const;
export type FileCell = (typeof FILE_CELLS)[number];

type Table = readonly (readonly string[])[];
type Column = FileCell | null;

const HEADERS: { readonly [title: string]: FileCell } = {
  username: "username",
  userid: "username",
  login: "username",
  firstname: "firstName",
  givenname: "firstName",
  lastname: "lastName",
  surname: "lastName",
  familyname: "lastName",
  role: "role",
  workspace: "workspaces",
  workspaces: "workspaces",
};

/** A longer title is none of these, and the pattern takes long for many digits. */
const LONGEST_TITLE = 100;
const wordOf = (title: string): string =>
  title
    .slice(0, LONGEST_TITLE)
    .toLowerCase()
    .replaceAll(/[\s_.-]|\d+$/g, "");

/** The meaning of each column by its title; null if the row is no header. "Name" is a first name beside usernames. */
function columnsOfHeader(header: readonly string[]): readonly Column[] | null {
  const words = header.map(wordOf);
  const hasUsernames = words.some((word) => HEADERS[word] === "username");
  if (!hasUsernames && !words.includes("name")) return null;
  return words.map((word) => (word === "name" ? (hasUsernames ? "firstName" : "username") : (HEADERS[word] ?? null)));
}

const isRoleCell = (cell: string | undefined): boolean => isRole((cell ?? "").trim().toLowerCase());

/**
 * Without a header: the username first, then first and last name, the role, and workspaces. The column with the most roles
 * is that of the role, so names may be left out.
 */
function columnsByPlace(table: Table): readonly Column[] {
  const width = table.reduce((most, row) => Math.max(most, row.length), 0);
  const counts = Array.from({ length: width }, (_, place) =>
    place === 0 ? 0 : table.filter((row) => isRoleCell(row[place])).length,
  );
  const most = counts.reduce((one, other) => Math.max(one, other), 0);
  const role = most === 0 ? 3 : counts.indexOf(most);
  return Array.from({ length: width }, (_, place): Column => {
    if (place === 0) return "username";
    if (place === role) return "role";
    if (place > role) return "workspaces";
    return place === 1 ? "firstName" : place === 2 ? "lastName" : null;
  });
}

export type PeopleFile = {
  readonly people: readonly FilePerson[];
  /** Titles of columns that mean nothing here. */
  readonly unread: readonly string[];
};

/** Reads the rows of a table. Empty rows are left out. */
export function readPeopleTable(table: Table): PeopleFile {
  const [header = []] = table;
  const titled = columnsOfHeader(header);
  const columns = titled ?? columnsByPlace(table);
  const people = table.flatMap((cells, index) => {
    if ((titled !== null && index === 0) || cells.every((cell) => cell.trim() === "")) return [];
    const textOf = (wanted: FileCell, joint: string) =>
      cells
        .filter((cell, place) => columns[place] === wanted && cell.trim() !== "")
        .map((cell) => cell.trim().slice(0, LONGEST_CELL))
        .join(joint);
    const [username, firstName] = [textOf("username", " "), textOf("firstName", " ")];
    const [lastName, role] = [textOf("lastName", " "), textOf("role", " ").toLowerCase()];
    return [{ row: index + 1, username, firstName, lastName, role, workspaces: textOf("workspaces", "; ") }];
  });
  const unread = titled === null ? [] : header.filter((title, place) => titled[place] === null && title.trim() !== "");
  return { people, unread };
}

/** The names of workspaces in a cell, each once. */
export const workspacesOfCell = (cell: string): readonly string[] => [
  ...new Set(
    cell
      .split(/[;|\n]/)
      .map((name) => name.trim())
      .filter(Boolean),
  ),
];

/** An empty cell of the role means the least of them. */
const roleOfCell = (cell: string): string => (cell === "" ? "annotator" : cell);

export type Surroundings = {
  readonly inviter: { readonly role: Role };
  /** Names of the workspaces into which the inviter may invite. */
  readonly workspaces: ReadonlySet<string>;
  /** Usernames that are somebody's, as far as they are known. */
  readonly taken: ReadonlySet<string>;
};

/** What is wrong with each cell of a person, as a sentence. Empty: the person can be invited. */
export type CellMistakes = { readonly [C in FileCell]?: string };

/** ROL-15: the mistakes of each person, in the order of the people. */
export function mistakesOfPeople(people: readonly FilePerson[], around: Surroundings): readonly CellMistakes[] {
  const names = people.map(({ username }) => username);
  const [inFile, taken] = [names, around.taken].map((all) => Map.groupBy(all, (name) => name.toLowerCase()));
  return people.map((person) => {
    const found: { [C in FileCell]: string | null } = {
      username: usernameMistake(person.username, inFile, taken),
      firstName: nameMistake("first", person.firstName),
      lastName: nameMistake("last", person.lastName),
      role: roleMistake(roleOfCell(person.role), around),
      workspaces: workspacesMistake(person, around),
    };
    return Object.fromEntries(Object.entries(found).filter(([, mistake]) => mistake !== null));
  });
}

type Alike = ReadonlyMap<string, readonly string[]> | undefined;

/** ROL-18: names that differ only in case are those of one person. */
function usernameMistake(username: string, inFile: Alike, taken: Alike): string | null {
  if (username === "") return "A username is wanted";
  const length = characters(username);
  if (length > USERNAME.max) return `At most ${USERNAME.max} characters, found ${length}`;
  // Short, because it stands below a field of a table; together they are the rule of usernames.
  if (/^[-_]/.test(username)) return "Begins with neither - nor _";
  if (!USERNAME.pattern.test(username)) return "Only letters, digits, - and _";
  const [rows = [], owners = []] = [inFile, taken].map((names) => names?.get(username.toLowerCase()));
  const other = usernameAlike(username, rows);
  if (other !== null) return `“${other}” is in another row, in other capitals`;
  if (rows.length > 1) return `“${username}” is in ${rows.length} rows`;
  if (owners.includes(username)) return `“${username}” is somebody’s already`;
  const owner = usernameAlike(username, owners);
  return owner === null ? null : `“${owner}” is somebody’s, in other capitals`;
}

function nameMistake(which: "first" | "last", name: string): string | null {
  const length = characters(name);
  return length > PERSON_NAME.max ? `A ${which} name has at most ${PERSON_NAME.max} characters, found ${length}` : null;
}

function roleMistake(role: string, { inviter }: Surroundings): string | null {
  if (!isRole(role)) return `“${shortened(role)}” is no role: ${ROLES.toReversed().join(", ")}`;
  return mayGiveRole(inviter, role) ? null : `Only owners invite people as ${role}`;
}

function workspacesMistake({ role, workspaces }: FilePerson, { inviter, workspaces: known }: Surroundings) {
  const names = workspacesOfCell(workspaces);
  const unknown = names.filter((name) => !known.has(name)).map((name) => `“${shortened(name)}”`);
  if (unknown.length > 0) {
    const more = unknown.length > 3 ? ` and ${unknown.length - 3} more` : "";
    const what = inviter.role === "owner" ? "no workspace" : "no workspace of yours";
    return `${unknown.slice(0, 3).join(", ")}${more}: ${what}`;
  }
  const isWanted = inviter.role !== "owner" && roleOfCell(role) !== "owner";
  return isWanted && names.length === 0 ? "A workspace of yours is wanted" : null;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** What is sent of a person without mistakes. Without a first name they are called by the username. */
export const invitedFrom = ({ username, firstName, lastName, role, workspaces }: FilePerson) => ({
  username,
  firstName: firstName === "" ? username : firstName,
  lastName: lastName === "" ? null : lastName,
  // A person without mistakes has a role that exists.
  role: roleOfCell(role) as Role,
  workspaces: workspacesOfCell(workspaces),
});

/** The character between the cells, by the first line: workspaces in one cell often have semicolons between them. */
function separatorOf(text: string): "\t" | "," | ";" {
  const [firstLine = ""] = text.trimStart().split(/\r?\n/, 1);
  return firstLine.includes("\t") ? "\t" : firstLine.includes(",") ? "," : ";";
}

/** How a parser of CSV reads the table: rows of any length, with quotes as spreadsheets and people write them (ROL-15). */
export const tableForm = (text: string) => ({
  bom: true,
  delimiter: separatorOf(text),
  relax_column_count: true,
  relax_quotes: true,
});
