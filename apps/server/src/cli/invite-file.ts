import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { InvitationDays } from "@postil/domain/accounts/invitations";
import {
  type FilePerson,
  invitedFrom,
  MOST_INVITED,
  MOST_INVITED_AT_ONCE,
  mistakesOfPeople,
  readPeopleTable,
  tableForm,
} from "@postil/domain/accounts/people-file";
import { cellOfText } from "@postil/domain/text/spreadsheet-cell";
import { CsvError, parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import type { Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";

/** `postil users invite FILE`: the people of a table, each by a one-time link (ROL-15). */

/** The people of the file. Fails if it is no table, or has more people than are invited at once. */
export async function readPeopleFile(path: string): Promise<readonly FilePerson[]> {
  const { people, unread } = readPeopleTable(await tableOf(path));
  if (unread.length > 0)
    throw new StartFailure(`${path}: columns that mean nothing here: ${unread.join(", ")}. Leave them out.`);
  if (people.length > 0 && people.length <= MOST_INVITED) return people;
  throw new StartFailure(`${path} has ${people.length} people; 1 to ${MOST_INVITED} are invited from one file.`);
}

async function tableOf(path: string): Promise<string[][]> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(path));
    return parse(text, tableForm(text));
  } catch (error) {
    const why = error instanceof CsvError ? "a quote is never closed" : error instanceof Error ? error.message : error;
    throw new StartFailure(`${path} cannot be read: ${why}.`);
  }
}

type Invite = {
  readonly call: Call;
  readonly publicAddress: string;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
};

/**
 * Invites the people who are not there yet, and prints each name with its link as CSV when its call has answered. With a
 * mistake in any row nobody is invited. Somebody who is there stays as they are, so the command can run again.
 */
export async function invitePeople(
  { call, publicAddress, print, complain }: Invite,
  people: readonly FilePerson[],
  days: InvitationDays,
): Promise<number> {
  const there = new Set((await call("listPeople", {})).items.map(({ username }) => username));
  const { items } = await call("listMyWorkspaces", {});
  const workspaces = new Set(items.map(({ name }) => name));
  const isThere = new Set(people.flatMap(({ username }) => (there.has(username) ? [username.toLowerCase()] : [])));
  const taken = new Set([...there].filter((name) => !isThere.has(name.toLowerCase())));
  const mistakes = mistakesOfPeople(people, { inviter: { role: "owner" }, workspaces, taken });
  const told = people.flatMap(({ row }, place) =>
    Object.entries(mistakes[place] ?? {}).map(([cell, mistake]) => `row ${row}, ${cell}: ${mistake}.`),
  );
  if (told.length > 0) throw new StartFailure(`Nobody is invited:\n${told.join("\n")}`);
  for (const { username } of people.filter((person) => there.has(person.username)))
    complain(`${username} is there already, and stays as they are.`);
  const newcomers = people.filter(({ username }) => !there.has(username));
  let refused = 0;
  for (let done = 0; done < newcomers.length; done += MOST_INVITED_AT_ONCE) {
    const part = newcomers.slice(done, done + MOST_INVITED_AT_ONCE).map((person) => {
      const { firstName, lastName, workspaces: places, ...rest } = invitedFrom(person);
      const code = randomBytes(32).toString("base64url");
      return { ...rest, first_name: firstName, last_name: lastName, workspaces: [...places], code };
    });
    const invited = await call("createInvitations", { body: { people: part, days } });
    for (const [place, { username, refused: why }] of invited.items.entries()) {
      if (why !== null) refused += 1;
      const cells = [username, `${publicAddress}/invitation#${part[place]?.code}`].map(cellOfText);
      if (why === null) print(stringify([cells]).trimEnd());
      else complain(`${username} is not invited: ${why}.`);
    }
  }
  return refused === 0 ? 0 : 1;
}
