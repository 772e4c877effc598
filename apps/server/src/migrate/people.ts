import { countsAsMember } from "@postil/domain/accounts/policies";
import { isRole } from "@postil/domain/accounts/users";
import { ApiRefusal, type Call } from "../client/api-client.ts";
import { StartFailure } from "../start-failure.ts";
import type { Migration } from "./migration.ts";

/** Who a person of the other server is here; without an id, why nobody is. */
export type PersonHere = { readonly username: string } & (
  | { readonly id: string }
  | { readonly id: null; readonly reason: string }
);

export type Accounts = {
  /** By the ids of the other server. */
  readonly people: ReadonlyMap<string, PersonHere>;
  readonly workspaces: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
};

/** One-time links work so many days: a migration takes a while. */
const LINK_DAYS = 30;

/**
 * Brings workspaces, people and memberships (MIG-01). People keep their ids, by which they are known when the command runs
 * again. They choose new passwords by one-time links, because no server tells passwords or their hashes.
 */
export async function bringAccounts(migration: Migration): Promise<Accounts> {
  const { note } = migration;
  const workspaces = await bringWorkspaces(migration);
  const people = await bringPeople(migration, workspaces);
  note.peopleDone();
  return { people, workspaces };
}

async function bringWorkspaces({ there, here, leave }: Migration): Promise<Accounts["workspaces"]> {
  const theirs = await listWorkspaces(there.call);
  const known = new Map((await here.call("listMyWorkspaces", {})).items.map(({ name, id }) => [name, id]));
  const found = new Map<string, { readonly id: string; readonly name: string }>();
  for (const { id, name } of theirs) {
    try {
      const own = known.get(name) ?? (await here.call("createWorkspace", { body: { name } })).id;
      found.set(id, { id: own, name });
    } catch (error) {
      leave(`workspace ${name}`, there.told(refusalIn(error)));
    }
  }
  return found;
}

/** Servers of some versions have only one of the two calls. */
async function listWorkspaces(call: Call): Promise<readonly { readonly id: string; readonly name: string }[]> {
  try {
    return (await call("listMyWorkspaces", {})).items;
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.status !== 404) throw error;
    return await call("listWorkspacesV0", {});
  }
}

const refusalIn = (error: unknown): ApiRefusal => {
  if (error instanceof ApiRefusal && error.status < 500) return error;
  throw error;
};

async function bringPeople(migration: Migration, workspaces: Accounts["workspaces"]) {
  const { there, here, options, leave, print } = migration;
  const theirs = await listUsers(there.call);
  const present = await listPeople(here.call);
  const people = new Map<string, PersonHere>();
  for (const [from, to] of options.as) refuseUnknown(from, to, theirs, present);
  for (const user of theirs) {
    const { id, username } = user;
    const sameName = options.as.get(username) ?? (options.sameNames ? username : null);
    const known = present.find((one) => one.id === id) ?? present.find((one) => one.username === sameName);
    if (known && [...people.values()].some((other) => other.id === known.id)) {
      const reason = `${known.username} is somebody else of that server already`;
      people.set(id, { id: null, username, reason });
      leave(`person ${username}`, reason);
      continue;
    }
    if (known) {
      people.set(id, { id: known.id, username });
      await addMemberships(migration, workspaces, user, known);
      await linkAgain(migration, user, known);
      continue;
    }
    const taken = present.some((one) => one.username === username)
      ? `somebody else is ${username} here; --same-names or --as ${username}=NAME says who it is`
      : null;
    const made = taken === null ? await invite(migration, workspaces, user) : { reason: taken };
    people.set(id, "reason" in made ? { id: null, username, reason: made.reason } : { id, username });
    if ("reason" in made) leave(`person ${username}`, made.reason);
    // Printed at once: nobody can be told it later.
    else print([[linkWords(user, made.code, here.publicAddress)]]);
  }
  return people;
}

const linkWords = ({ username, role }: Pick<Wanted, "username" | "role">, code: string, address: string): string =>
  `${username} (${role}) chooses a password by this link, which works once: ${address}/invitation#${code}`;

/**
 * A run that was killed may have made a person without printing the link. Whoever it made and has never signed in gets a new
 * one; the link before ends (MIG-06). After a whole run the links are with the people, and stay.
 */
async function linkAgain({ here, note, print }: Migration, user: Wanted, known: Known): Promise<void> {
  if (note.hasPeople() || known.id !== user.id || known.state !== "invited") return;
  const { code } = await here.call("inviteUser", { params: { user_id: known.id }, body: { days: LINK_DAYS } });
  print([[linkWords(user, code, here.publicAddress)]]);
}

/** Creates a person who has no password yet. */
async function invite({ there, here }: Migration, workspaces: Accounts["workspaces"], user: Wanted) {
  const { id, username, role, first_name, last_name } = user;
  const names = new Set([...workspaces.values()].map(({ name }) => name));
  try {
    const { code } = await here.call("createInvitation", {
      body: {
        ...{ id, username, days: LINK_DAYS, role: isRole(role) ? role : "annotator" },
        ...{ first_name: first_name?.trim() || username, last_name: last_name?.trim() || null },
        workspaces: (user.workspaces ?? []).filter((name) => names.has(name)),
      },
    });
    return { code };
  } catch (error) {
    return { reason: `${username} cannot be made here: ${there.told(refusalIn(error))}` };
  }
}

type Wanted = Awaited<ReturnType<typeof listUsers>>[number];
const listUsers = (call: Call) => call("listUsersV0", {});
type Known = Awaited<ReturnType<typeof listPeople>>[number];
const listPeople = async (call: Call) => (await call("listPeople", {})).items;

function refuseUnknown(from: string, to: string, theirs: readonly Wanted[], present: readonly Known[]): void {
  if (!theirs.some(({ username }) => username === from))
    throw new StartFailure(`--as ${from}=${to}: the other server has no user ${from}.`);
  if (!present.some(({ username }) => username === to))
    throw new StartFailure(
      `--as ${from}=${to}: there is no user ${to} here; \`postil users list\` shows those there are.`,
    );
}

/** Only the first time: later, a membership that is missing was taken away here. */
async function addMemberships(
  { here, note }: Migration,
  workspaces: Accounts["workspaces"],
  wanted: Wanted,
  known: Known,
) {
  if (note.hasPeople() || !countsAsMember(known)) return;
  const has = new Set(known.workspaces.map(({ name }) => name));
  for (const { id, name } of workspaces.values()) {
    if (has.has(name) || !wanted.workspaces?.includes(name)) continue;
    await here.call("addWorkspaceUser", { params: { workspace_id: id }, body: { user_id: known.id } });
  }
}
