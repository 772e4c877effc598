import { hash, randomBytes } from "node:crypto";
import {
  INVITATION_REFUSALS,
  type InvitationDays,
  type InvitationSeen,
  invitationEnd,
  invitationState,
  type MadeInvitation,
} from "@postil/domain/accounts/invitations";
import { isOwner, mayInvite } from "@postil/domain/accounts/policies";
import { type User, usernameAlike } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import type { Updateable } from "kysely";
import { noteAudit } from "../../storage/audit.ts";
import { inChunks } from "../../storage/parts.ts";
import {
  addInvitation,
  endInvitation,
  endSessions,
  findInvitation,
  invitationTimes,
  userFromRow,
} from "../../storage/people.ts";
import { updateRows } from "../../storage/statements.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";
import type { UserTable } from "../../storage/tables-of-people.ts";
import { forbidden, requireCaller } from "../refuse.ts";
import { NO_PASSWORD } from "./credentials.ts";
import { loadPerson, requireForPassword, requirePerson } from "./people.ts";
import { addUser, type CreateUser, type OfUser, presentUsers } from "./users.ts";

type ByCode = { readonly code: string };
type ForDays = { readonly days: InvitationDays };

/** 256 random bits cannot be guessed, so a fast hash protects the code as well as a slow one. */
const newCode = (): string => randomBytes(32).toString("base64url");
const hashOfCode = (code: string): string => hash("sha256", code);

/** Makes a link for a user; the user's earlier link stops working. */
async function makeInvitation(
  context: Context,
  user: User,
  days: InvitationDays,
  code = newCode(),
): Promise<MadeInvitation> {
  const at = context.now();
  const expiresAt = invitationEnd(at, days);
  const byAdmin = context.caller?.role === "admin";
  await addInvitation(
    context.db,
    { userId: user.id, codeHash: hashOfCode(code), expiresAt, byAdmin, madeBy: context.caller?.id ?? null },
    at,
  );
  await noteAudit(context, { kind: "invitation_made", person: user, told: { until: expiresAt } });
  return { userId: user.id, username: user.username, code, expiresAt };
}

type Invited = Omit<CreateUser, "passwordHash">;

/**
 * ROL-16: owners invite anybody, admins annotators into workspaces that they manage. A workspace that an admin does not
 * manage and one that does not exist are refused alike.
 */
async function requireInviter(
  context: Context,
  { id, role, workspaces }: Pick<CreateUser, "id" | "role" | "workspaces">,
) {
  const caller = requireCaller(context);
  if (isOwner(caller)) return;
  // The ids of another server, and what its records say of them, are for owners.
  if (id !== undefined) throw forbidden();
  const own = context.db
    .selectFrom("workspace")
    .select(["id", "name"])
    .where("id", "in", [...caller.workspaceIds, ""]);
  const ids = new Map((await own.execute()).map(({ id, name }) => [name, id]));
  const workspaceIds = workspaces.map((name) => ids.get(name) ?? "");
  if (!mayInvite(caller, { role, workspaceIds })) throw forbidden();
}

/** Adds a person who has no password yet, and the link by which they choose one. */
export async function createInvitation(
  context: Context,
  { days, code, ...person }: Invited & ForDays & { readonly code?: string },
): Promise<MadeInvitation> {
  await requireInviter(context, person);
  const { user } = await addUser(context, { ...person, passwordHash: NO_PASSWORD });
  return makeInvitation(context, user, days, code);
}

const BEYOND_ADMINS = "An admin may invite annotators, into workspaces that they manage";

type InvitePeople = ForDays & { readonly people: readonly (Invited & ByCode)[] };

/** `refused`: the reason why the person was not added; null for one who was. */
type InvitedPerson = Pick<User, "username"> &
  ({ readonly refused: string; readonly expiresAt: null } | { readonly refused: null; readonly expiresAt: Micros });

/**
 * Adds people with the codes of their links (ROL-15). Each person is added or refused by themselves: a refusal is thrown
 * before the first change. A code that was sent before for the same username is answered as it was then, so the same call
 * again adds nobody twice.
 */
async function createInvitations(context: Context, { days, people }: InvitePeople): Promise<readonly InvitedPerson[]> {
  const done: InvitedPerson[] = [];
  for (const person of people) {
    const { username, code } = person;
    const sent = await findInvitation(context.db, hashOfCode(code));
    try {
      if (sent && sent.username !== username) throw new Refusal("conflict", "The code is that of another invitation");
      if (!sent) await refuseAlike(context, username);
      const expiresAt = sent?.expires_at ?? (await createInvitation(context, { ...person, days })).expiresAt;
      done.push({ username, refused: null, expiresAt });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      done.push({ username, refused: error.code === "forbidden" ? BEYOND_ADMINS : error.message, expiresAt: null });
    }
  }
  return done;
}

/** In a table of people, names that differ only in case are those of one person (ROL-18). */
async function refuseAlike(context: Context, username: string): Promise<void> {
  const alike = usernameAlike(username, await findTakenUsernames(context, { usernames: [username] }));
  if (alike !== null) throw new Refusal("conflict", `\`${alike}\` is somebody's, in other capitals`);
}

/** The usernames that are one of these, in whatever capitals (ROL-15, ROL-18). Admins learn this too: they would be refused such a name. */
async function findTakenUsernames({ db }: Context, { usernames }: { readonly usernames: readonly string[] }) {
  const taken: string[] = [];
  await inChunks([...new Set(usernames.map((name) => name.toLowerCase()))], async (some) => {
    const rows = await presentUsers(db)
      .clearSelect()
      .select("username")
      .where((where) => where(where.fn("lower", ["username"]), "in", some))
      .execute();
    taken.push(...rows.map(({ username }) => username));
  });
  return taken;
}

/**
 * Makes a link with which another existing user chooses a new password. The present password works until then. An admin may
 * do this for somebody who was invited and never came, and whom the admin might have invited (ROL-16).
 */
async function inviteUser(context: Context, { userId, days }: OfUser & ForDays): Promise<MadeInvitation> {
  const person = (await findOwnInvited(context, userId)) ?? (await requireForPassword(context, userId));
  const { state } = await loadPerson(context, userId);
  if (state === "deactivated")
    throw new Refusal(
      "conflict",
      `\`${person.username}\` is deactivated; a link would let nobody in until that is undone`,
    );
  return makeInvitation(context, person, days);
}

/** The person whose link an admin may replace and withdraw; null for everybody else, and for other callers. */
async function findOwnInvited(context: Context, userId: string): Promise<User | null> {
  const caller = requireCaller(context);
  const row = await presentUsers(context.db).where("id", "=", userId).executeTakeFirst();
  if (caller.role !== "admin" || !row) return null;
  const { state, role, workspaces } = await loadPerson(context, userId);
  const workspaceIds = workspaces.map(({ id }) => id);
  return state === "invited" && mayInvite(caller, { role, workspaceIds }) ? userFromRow(row) : null;
}

/** Ends the link of a user, if there is one. The user's workspaces and rights stay. */
async function withdrawInvitation(context: Context, { userId }: OfUser): Promise<void> {
  const user = (await findOwnInvited(context, userId)) ?? (await requirePerson(context, userId));
  const ended = await endInvitation(context.db, user.id, context.now());
  if (ended) await noteAudit(context, { kind: "invitation_withdrawn", person: user });
}

/** The data that the holder of a code may see; null for an unknown code. The user is shown only while the link works. */
export async function readInvitation({ db, now }: Context, { code }: ByCode): Promise<InvitationSeen | null> {
  const row = await findInvitation(db, hashOfCode(code));
  if (!row) return null;
  const times = invitationTimes(row);
  const state = invitationState(times, now());
  const { firstName, lastName, username } = userFromRow(row);
  const isNew = row.password_hash === NO_PASSWORD;
  const person = state === "open" ? { firstName, lastName, username, isNew } : null;
  return { state, expiresAt: times.expiresAt, person };
}

type FromHolder = ByCode & { readonly from: RequestOrigin };

/** Sets the password that the holder of the code chose. */
export const acceptInvitation = (
  context: Context,
  { passwordHash, ...holder }: FromHolder & { readonly passwordHash: string },
): Promise<User> => takeInvitation(context, holder, { password_hash: passwordHash });

/**
 * Uses a code, and changes the account to what its holder may sign in with from now on. Of two calls at once the second is
 * refused: the link is already used.
 */
export async function takeInvitation(
  context: Context,
  { code, from }: FromHolder,
  proof: Pick<Updateable<UserTable>, "password_hash" | "provider" | "subject">,
): Promise<User> {
  const { db, now } = context;
  const row = await findInvitation(db, hashOfCode(code));
  if (!row) throw new Refusal("unauthorized", INVITATION_REFUSALS.unknown);
  const at = now();
  const state = invitationState(invitationTimes(row), at);
  if (state !== "open") throw new Refusal("conflict", INVITATION_REFUSALS[state]);
  if (row.deactivated_at !== null) throw new Refusal("conflict", INVITATION_REFUSALS.ended);
  await updateRows(db, "invitation", { key: row.invitation_key }, { used_at: at });
  const changed = { ...proof, updated_at: at };
  await updateRows(db, "user", { key: row.key }, changed);
  const user = userFromRow({ ...row, updated_at: at });
  await endSessions(context, user.id, "password");
  await noteAudit(context, { kind: "invitation_used" }, { id: user.id, username: user.username, from });
  return user;
}

/**
 * Notes a failed attempt with a code. The audit trail names the user of the link; the holder of a used code does not see the
 * name. Not open to requests.
 */
async function noteFailedInvitation(
  context: Context,
  { code, from }: ByCode & { readonly from: RequestOrigin },
): Promise<void> {
  const row = await findInvitation(context.db, hashOfCode(code));
  const whose = row ? { person: userFromRow(row) } : {};
  await noteAudit(context, { kind: "sign_in_failed", ...whose, told: { how: "invitation" } }, { id: null, from });
}

export const invitationCalls = {
  reads: { readInvitation, findTakenUsernames },
  writes: {
    createInvitation,
    createInvitations,
    inviteUser,
    withdrawInvitation,
    acceptInvitation,
    noteFailedInvitation,
  },
};
