import { hash, randomBytes } from "node:crypto";
import {
  INVITATION_REFUSALS,
  type InvitationDays,
  type InvitationSeen,
  invitationEnd,
  invitationState,
  type MadeInvitation,
} from "@postil/domain/accounts/invitations";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import {
  addInvitation,
  endInvitation,
  endSessions,
  findInvitation,
  invitationTimes,
  userFromRow,
} from "../../storage/people.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";
import { NO_PASSWORD } from "./credentials.ts";
import { loadPerson, requireForPassword, requirePerson } from "./people.ts";
import { type CreateUser, createUser, type OfUser } from "./users.ts";

type ByCode = { readonly code: string };
type ForDays = { readonly days: InvitationDays };

/** 256 random bits cannot be guessed, so a fast hash protects the code as well as a slow one. */
const newCode = (): string => randomBytes(32).toString("base64url");
const hashOfCode = (code: string): string => hash("sha256", code);

/** Makes a link for a user; the user's earlier link stops working. */
async function makeInvitation(context: Context, user: User, days: InvitationDays): Promise<MadeInvitation> {
  const code = newCode();
  const at = context.now();
  const expiresAt = invitationEnd(at, days);
  await addInvitation(context.db, { userId: user.id, codeHash: hashOfCode(code), expiresAt }, at);
  await noteAudit(context, { kind: "invitation_made", person: user, told: { until: expiresAt } });
  return { userId: user.id, username: user.username, code, expiresAt };
}

/** Adds a person who has no password yet, and the link by which they choose one. */
export async function createInvitation(
  context: Context,
  { days, ...person }: Omit<CreateUser, "passwordHash"> & ForDays,
): Promise<MadeInvitation> {
  const { user } = await createUser(context, { ...person, passwordHash: NO_PASSWORD });
  return makeInvitation(context, user, days);
}

/** Makes a link with which another existing user chooses a new password. The present password works until then. */
async function inviteUser(context: Context, { userId, days }: OfUser & ForDays): Promise<MadeInvitation> {
  const person = await requireForPassword(context, userId);
  const { state } = await loadPerson(context, userId);
  if (state === "deactivated")
    throw new Refusal(
      "conflict",
      `\`${person.username}\` is deactivated; a link would let nobody in until that is undone`,
    );
  return makeInvitation(context, person, days);
}

/** Ends the link of a user, if there is one. The user's workspaces and rights stay. */
async function withdrawInvitation(context: Context, { userId }: OfUser): Promise<void> {
  const user = await requirePerson(context, userId);
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

type AcceptInvitation = ByCode & { readonly passwordHash: string; readonly from: RequestOrigin };

/**
 * Sets the password that the holder of the code chose. Of two calls at once the second is refused: the link is already used.
 */
export async function acceptInvitation(context: Context, input: AcceptInvitation): Promise<User> {
  const { code, passwordHash, from } = input;
  const { db, now } = context;
  const row = await findInvitation(db, hashOfCode(code));
  if (!row) throw new Refusal("unauthorized", INVITATION_REFUSALS.unknown);
  const at = now();
  const state = invitationState(invitationTimes(row), at);
  if (state !== "open") throw new Refusal("conflict", INVITATION_REFUSALS[state]);
  if (row.deactivated_at !== null) throw new Refusal("conflict", INVITATION_REFUSALS.ended);
  await db.updateTable("invitation").set({ used_at: at }).where("key", "=", row.invitation_key).execute();
  const changed = { password_hash: passwordHash, updated_at: at };
  await db.updateTable("user").set(changed).where("key", "=", row.key).execute();
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
  reads: { readInvitation },
  writes: { createInvitation, inviteUser, withdrawInvitation, acceptInvitation, noteFailedInvitation },
};
