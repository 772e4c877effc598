import type { ApiKey, Keys } from "@postil/domain/accounts/api-keys";
import {
  factsOf,
  type LastSeen,
  type Person,
  type PersonFacts,
  personState,
  sameFacts,
} from "@postil/domain/accounts/people";
import {
  countsAsMember,
  mayManagePeople,
  maySeeMembership,
  maySeePeople,
  maySetPassword,
} from "@postil/domain/accounts/policies";
import { fullName, type User } from "@postil/domain/accounts/users";
import type { KeepDays } from "@postil/domain/datasets/bin";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { addJob } from "../../jobs/add-job.ts";
import { PURGE_STEP } from "../../jobs/purge.ts";
import { noteAudit } from "../../storage/audit.ts";
import { inChunks } from "../../storage/parts.ts";
import { endInvitation, endSessions, userFromRow } from "../../storage/people.ts";
import { datasetsWithDrafts, removeDrafts } from "../../storage/response-writes.ts";
import type { Caller, Context } from "../../storage/store.ts";
import type { Db } from "../../storage/tables.ts";
import { requireCaller, requireThat } from "../refuse.ts";
import { FIRST_KEY, listKeys, type OfKey, removeKey, replaceFirstKey } from "./api-keys.ts";
import { NO_PASSWORD } from "./credentials.ts";
import {
  addMembership,
  type CreateUser,
  cameIn,
  createUser,
  deleteUser,
  endLinkOfAdmin,
  endLinksMadeBy,
  findOwner,
  loadUser,
  noUser,
  type OfUser,
  refuseLastOwner,
  refuseOwnAccount,
  removeMembership,
  setUser,
  signInFacts,
  workspacesById,
} from "./users.ts";

/** Checked before everything else. */
const requireManagerOfPeople = (context: Context) => requireThat(context, mayManagePeople);

/** The person that an owner's call names. Other callers are refused before the lookup. */
export async function requirePerson(context: Context, userId: string): Promise<User> {
  requireManagerOfPeople(context);
  return loadUser(context, userId);
}

/** A person whose password another owner sets. For one's own an open page or a key is not enough (AUT-14). */
export async function requireForPassword(context: Context, userId: string): Promise<User> {
  const person = await requirePerson(context, userId);
  if (maySetPassword(requireCaller(context), userId)) return person;
  throw new Refusal(
    "conflict",
    `\`${person.username}\` is your own account; change its password in User settings, or let another owner set one`,
  );
}

/** User rows for the administration, oldest first. A person has at most one valid link. */
const userRows = (db: Db, at: Micros) =>
  db
    .selectFrom("user")
    .leftJoin("last_seen", "last_seen.user_id", "user.id")
    .leftJoin("invitation", (join) =>
      join
        .onRef("invitation.user_id", "=", "user.id")
        .on("invitation.used_at", "is", null)
        .on("invitation.ended_at", "is", null)
        .on("invitation.expires_at", ">", at),
    )
    .selectAll("user")
    .select(["last_seen.at as seen_at", "last_seen.by_key as seen_by_key", "invitation.expires_at as invited_until"])
    .select((from) =>
      from
        .selectFrom("api_key")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("api_key.user_key", "=", "user.key")
        .as("named_keys"),
    )
    .select(cameIn)
    .where("user.deleted_at", "is", null)
    .orderBy("user.inserted_at");

const membershipRows = (db: Db) =>
  db
    .selectFrom("membership")
    .innerJoin("workspace", "workspace.id", "membership.workspace_id")
    .select(["membership.user_id", "membership.inserted_at", "workspace.id", "workspace.name"])
    .orderBy("workspace.name");

type RowsOf<Q extends (...given: never[]) => { execute(): Promise<unknown> }> = Awaited<
  ReturnType<ReturnType<Q>["execute"]>
>;

function peopleOf(rows: RowsOf<typeof userRows>, memberships: RowsOf<typeof membershipRows>): Person[] {
  const byUser = Map.groupBy(memberships, (row) => row.user_id);
  return rows.map((row) => {
    const { apiKey: _, ...user } = userFromRow(row);
    const { seen_at: at, seen_by_key: byKey } = row;
    const workspaces = byUser.get(row.id) ?? [];
    return {
      ...user,
      state: personState(signInFacts(row)),
      invitedUntil: row.invited_until,
      provider: row.provider,
      hasPassword: row.password_hash !== NO_PASSWORD,
      workspaces: workspaces.map(({ id, name, inserted_at: since }) => ({ id, name, since })),
      lastSeen: at === null ? null : { at, byKey: byKey === 1 },
      keys: FIRST_KEY + (row.named_keys ?? 0),
    };
  });
}

/** All people for an owner. For an admin: the members of the admin's workspaces, with only those workspaces. */
async function loadPeople({ db, now }: Context, caller: Caller): Promise<Person[]> {
  const memberships = (await membershipRows(db).execute()).filter(({ id }) => maySeeMembership(caller, id));
  const rows = await userRows(db, now()).execute();
  if (mayManagePeople(caller)) return peopleOf(rows, memberships);
  const seen = new Set(memberships.map((row) => row.user_id));
  const members = rows.filter((row) => countsAsMember(row) && seen.has(row.id));
  return peopleOf(members, memberships).map((person) => ({ ...person, keys: null }));
}

export async function loadPerson({ db, now }: Context, userId: string): Promise<Person> {
  const rows = await userRows(db, now()).where("user.id", "=", userId).execute();
  const [person] = peopleOf(rows, await membershipRows(db).where("membership.user_id", "=", userId).execute());
  if (!person) throw noUser(userId);
  return person;
}

/** `ask`: the name of an owner to ask, for callers who may not add people. */
type People = { readonly people: readonly Person[]; readonly ask: string | null };

/** All people that the caller may see in the administration, oldest first (ROL-12, design/administration.md#people). */
async function listPeople(context: Context): Promise<People> {
  const caller = requireThat(context, maySeePeople);
  const people = await loadPeople(context, caller);
  if (caller.role === "owner") return { people, ask: null };
  const owner = await findOwner(context, { username: "" });
  return { people, ask: owner && fullName(owner) };
}

type CreatePerson = Omit<CreateUser, "workspaces"> & { readonly workspaceIds: readonly string[] };

/** Creates a person with workspaces in one step (ROL-12). */
async function createPerson(context: Context, { workspaceIds, ...user }: CreatePerson): Promise<Person> {
  requireManagerOfPeople(context);
  const workspaces = await workspacesById(context, workspaceIds);
  const made = await createUser(context, { ...user, workspaces: workspaces.map(({ name }) => name) });
  return loadPerson(context, made.user.id);
}

type ChangePerson = OfUser & {
  readonly change: { readonly [F in keyof PersonFacts]?: PersonFacts[F] | undefined };
  /** The values that the caller saw before the change; null means no check. */
  readonly seen: PersonFacts | null;
};

/**
 * Changes names, role and workspaces of a person in one step (ROL-12). The change is refused if somebody else has changed
 * them in the meantime. After a change of role the person has to sign in again.
 */
export async function changePerson(context: Context, { userId, change, seen }: ChangePerson): Promise<Person> {
  const user = await requirePerson(context, userId);
  const before = await loadPerson(context, userId);
  if (seen !== null && !sameFacts(seen, factsOf(before)))
    throw new Refusal("conflict", `\`${before.username}\` was changed by somebody else meanwhile`);
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const after: PersonFacts = { ...factsOf(before), ...Object.fromEntries(given) };
  if (after.role !== "owner") await refuseLastOwner(context, user, "given another role");
  await changeMemberships(context, before, after.workspaceIds);
  await changeNamesAndRole(context, before, after);
  return loadPerson(context, userId);
}

async function changeNamesAndRole(context: Context, before: Person, after: PersonFacts): Promise<void> {
  const { firstName, lastName, role } = after;
  if (sameFacts({ ...factsOf(before), firstName, lastName, role }, factsOf(before))) return;
  const updated_at = context.now();
  await setUser(context, before.id, { first_name: firstName, last_name: lastName, role, updated_at });
  const [was, is] = [fullName(before), fullName({ ...after, username: before.username })];
  if (was !== is) await noteAudit(context, { kind: "person_changed", person: before, told: { from: was, to: is } });
  if (role === before.role) return;
  await endLinkOfAdmin(context, before.id);
  if (before.role === "admin") await endLinksMadeBy(context, before.id, null);
  await endSessions(context, before.id, "role");
  await noteAudit(context, { kind: "role_changed", person: before, told: { from: before.role, to: role } });
}

async function changeMemberships(context: Context, person: Person, workspaceIds: readonly string[]): Promise<void> {
  const wanted = await workspacesById(context, workspaceIds);
  const had = new Set(person.workspaces.map(({ id }) => id));
  const kept = new Set(wanted.map(({ id }) => id));
  for (const workspace of wanted) if (!had.has(workspace.id)) await addMembership(context, person, workspace);
  for (const workspace of person.workspaces)
    if (!kept.has(workspace.id)) await removeMembership(context, person, workspace);
}

type ResetPassword = OfUser & { readonly passwordHash: string };

/** Sets the password of another person; their keys stay (ROL-12). */
export async function resetPassword(context: Context, { userId, passwordHash }: ResetPassword): Promise<void> {
  const person = await requireForPassword(context, userId);
  await setUser(context, userId, { password_hash: passwordHash, updated_at: context.now() });
  await endInvitation(context.db, userId, context.now());
  await endSessions(context, userId, "password");
  await noteAudit(context, { kind: "password_reset", person });
}

/** The keys of a person, with only name and ending, so that an owner sees which one to revoke (ROL-12). */
const listPersonKeys = async (context: Context, { userId }: OfUser): Promise<Keys> =>
  listKeys(context, (await requirePerson(context, userId)).id);

/** Replaces the first API key of a person; the old one stops at once (ROL-12). */
const replacePersonKey = async (context: Context, { userId }: OfUser): Promise<string> =>
  replaceFirstKey(context, userId, await requirePerson(context, userId));

/** Revokes a named key of a person (ROL-12), for example after the loss of a machine. */
const revokePersonKey = async (context: Context, key: OfUser & OfKey): Promise<ApiKey> =>
  removeKey(context, key, await requirePerson(context, key.userId));

/**
 * Ends all sessions of a person and returns their number; password and keys stay (ROL-12). If the caller names themselves,
 * the session of this call stays.
 */
async function signPersonOut(context: Context, { userId }: OfUser): Promise<number> {
  const person = await requirePerson(context, userId);
  const { id, from } = requireCaller(context);
  const isSelf = id === userId;
  const count = await endSessions(context, userId, isSelf ? "elsewhere" : "owner", isSelf ? from?.session : null);
  if (count > 0) await noteAudit(context, { kind: "sessions_ended", told: { count }, ...(isSelf ? {} : { person }) });
  return count;
}

/** Deactivates a person: sign-in and keys stop; all else stays. It can be undone (design/administration.md#people). */
async function deactivatePerson(context: Context, { userId }: OfUser): Promise<Person> {
  const user = await requirePerson(context, userId);
  refuseOwnAccount(context, user, "deactivated");
  const person = await loadPerson(context, userId);
  if (person.state === "deactivated") return person;
  await refuseLastOwner(context, user, "deactivated");
  await setUser(context, userId, { deactivated_at: context.now() });
  await endSessions(context, userId, "deactivated");
  await endLinksMadeBy(context, userId, null);
  await endInvitation(context.db, userId, context.now());
  await noteAudit(context, { kind: "person_deactivated", person });
  return loadPerson(context, userId);
}

/** Reactivates a person, with the same password and key. */
async function reactivatePerson(context: Context, { userId }: OfUser): Promise<Person> {
  await requirePerson(context, userId);
  const person = await loadPerson(context, userId);
  if (person.state !== "deactivated") return person;
  await setUser(context, userId, { deactivated_at: null });
  await noteAudit(context, { kind: "person_reactivated", person });
  return loadPerson(context, userId);
}

/**
 * Deletes a person and their drafts. Their answers stay without a name (ROL-12, design/administration.md#people). A few
 * drafts of a dataset are deleted at once. Many are deleted by a job, so that others can write in between. Returns the keys
 * of those jobs.
 */
async function deletePerson(context: Context, { userId, keepDays }: OfUser & KeepDays): Promise<readonly number[]> {
  requireManagerOfPeople(context);
  await deleteUser(context, { userId, keepDays });
  const users = context.db.selectFrom("user").select("key");
  const { key: userKey } = await users.where("id", "=", userId).executeTakeFirstOrThrow();
  const { key: actorKey } = requireCaller(context);
  const jobs: number[] = [];
  let left = PURGE_STEP;
  for (const { drafts, ...dataset } of await datasetsWithDrafts(context, userKey)) {
    const of = { datasetKey: dataset.key, userKey };
    const about = { draftsOf: userKey, actorKey };
    if (drafts > left) jobs.push(await addJob(context, { name: "purge", dataset, about, total: drafts }));
    else while ((await removeDrafts(context, of, actorKey, left)) > 0);
    left -= Math.min(drafts, left);
  }
  return jobs;
}

/** Stores when people were last active. People who were deleted in the meantime are skipped. Not open to requests. */
async function noteLastSeen({ db }: Context, seen: readonly (LastSeen & OfUser)[]): Promise<void> {
  await inChunks(seen, async (some) => {
    const ids = some.map(({ userId }) => userId);
    const users = db.selectFrom("user").select("id").where("deleted_at", "is", null);
    const there = new Set((await users.where("id", "in", ids).execute()).map(({ id }) => id));
    const rows = some
      .filter(({ userId }) => there.has(userId))
      .map(({ userId, at, byKey }) => ({ user_id: userId, at, by_key: byKey ? (1 as const) : (0 as const) }));
    if (rows.length === 0) return;
    await db
      .insertInto("last_seen")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column("user_id")
          .doUpdateSet(({ ref }) => ({ at: ref("excluded.at"), by_key: ref("excluded.by_key") }))
          // Another server may have noted a later time.
          .where(({ eb, ref }) => eb("last_seen.at", "<", ref("excluded.at"))),
      )
      .execute();
  });
}

export const peopleCalls = {
  reads: { listPeople, listPersonKeys },
  writes: {
    createPerson,
    changePerson,
    resetPassword,
    replacePersonKey,
    revokePersonKey,
    signPersonOut,
    deactivatePerson,
    reactivatePerson,
    deletePerson,
    noteLastSeen,
  },
};
