import type { AuditEventOf } from "@postil/domain/accounts/audit";
import { type GivenByClaims, isLowered } from "@postil/domain/accounts/claims";
import { opensByProvider } from "@postil/domain/accounts/policies";
import { freeUsername, PROVIDER_REFUSALS } from "@postil/domain/accounts/sign-in";
import type { Role, User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { type AuditBy, noteAudit } from "../../storage/audit.ts";
import { endInvitation, endSessions, userFromRow } from "../../storage/people.ts";
import { rowsOf, updateRows } from "../../storage/statements.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";
import { refuseLongerAccess, requireAccount } from "../refuse.ts";
import { NO_PASSWORD } from "./credentials.ts";
import { readInvitation, takeInvitation } from "./invitations.ts";
import {
  addMembership,
  endLinkOfAdmin,
  endLinksMadeBy,
  type Identity,
  insertUser,
  isLastOwner,
  presentUsers,
  removeMembership,
  setUser,
} from "./users.ts";

export type Credentials = { readonly user: User; readonly passwordHash: string; readonly isDeactivated: boolean };

type FoundCredentials = {
  /** Null if no user has this name. */
  readonly credentials: Credentials | null;
  /** Costs of the hashes from other servers whose users have not signed in here yet. */
  readonly broughtCosts: readonly number[];
};

/** The stored credentials of the user with this name. Names are case-sensitive. */
async function findCredentials(context: Context, { username }: Pick<User, "username">): Promise<FoundCredentials> {
  const row = await accountNamed(context, username);
  const credentials = row
    ? { user: userFromRow(row), passwordHash: row.password_hash, isDeactivated: row.deactivated_at !== null }
    : null;
  return { credentials, broughtCosts: await context.db.values.importedHashCosts() };
}

type FailedSignIn = {
  /** The name that was tried; null if the attempt had none. */
  readonly username: string | null;
  readonly told: AuditEventOf<"sign_in_failed">["told"];
  readonly from: RequestOrigin;
};

/** Notes a failed sign-in. Not open to requests. */
async function noteFailedSignIn(context: Context, { username, told, from }: FailedSignIn): Promise<void> {
  const person = username === null ? {} : { person: { id: null, username } };
  await noteAudit(context, { kind: "sign_in_failed", ...person, told }, { id: null, from });
}

type ProviderSignIn = Identity & {
  readonly username: string;
  readonly firstName: string;
  /** Names of the workspaces that a new user joins. A workspace that was deleted in the meantime is skipped. */
  readonly workspaces: readonly string[];
  readonly title: string;
  /** What its table of claims says; null: there is no table. */
  readonly given: GivenByClaims | "refused" | null;
  /** True if it opens accounts of every role: people sign in by providers only. */
  readonly isOnlyWay: boolean;
  /** The code of an invitation whose account becomes that of this identity; null: none. */
  readonly invitation: string | null;
  readonly from: RequestOrigin;
};

type Refused = { readonly refused: "notNamed" };

/**
 * Signs in the user that a provider has confirmed, with the role and the workspaces that its table says (COM-04). Who is
 * refused by the table loses the sessions of before, so that refusal is returned and not thrown. Not open to requests.
 */
export async function signInThroughProvider(context: Context, person: ProviderSignIn): Promise<Applied | Refused> {
  const { given, title: provider, from } = person;
  if (given === "refused") {
    await endAllOf(context, person);
    return { refused: "notNamed" };
  }
  const user = person.invitation === null ? await identify(context, person) : await invited(context, person);
  const by = { id: user.id, username: user.username, from };
  if (given === null) return { user, lowered: null, keptOwner: false };
  return applyClaims(context, user, given, { provider, by });
}

async function endAllOf(context: Context, { title, from, ...identity }: ProviderSignIn): Promise<void> {
  const row = await accountOf(context, identity);
  if (!row) return;
  const count = await endSessions(context, row.id, "provider");
  const told = { count, provider: title };
  if (count > 0) await noteAudit(context, { kind: "sessions_ended", person: row, told }, { id: null, from });
}

/** The account of an open invitation is that of this identity from now on (COM-02). */
async function invited(context: Context, { provider, subject, from, ...person }: ProviderSignIn): Promise<User> {
  const code = person.invitation ?? "";
  const other = await accountOf(context, { provider, subject });
  const seen = other && (await readInvitation(context, { code }));
  if (seen?.person && seen.person.username !== other?.username)
    throw new Refusal("not_confirmed", PROVIDER_REFUSALS.hasAccount);
  return takeInvitation(context, { code, from }, { provider, subject });
}

/**
 * The user that a provider has confirmed (AUT-22): the account created for this identity earlier, even if the name has
 * changed, or a new account. An account of the same name that was created another way, or by another provider, does not
 * belong to them.
 */
async function identify(context: Context, person: ProviderSignIn): Promise<User> {
  const row = (await accountOf(context, person)) ?? (await accountNamed(context, person.username));
  if (!row) return createAccount(context, person);
  const { provider, subject, given, isOnlyWay } = person;
  const isOfProvider = row.provider === provider;
  const isKnown = isOfProvider && row.subject === subject;
  const opens = opensByProvider(row) || (isKnown && (isOnlyWay || given !== null));
  const refusal = row.deactivated_at !== null ? "deactivated" : opens ? null : "role";
  // A user who is identified only by name does not see why the account is closed.
  const isTheirs = isKnown || (isOfProvider && row.subject === null && refusal === null);
  if (!isTheirs) throw new Refusal("not_confirmed", PROVIDER_REFUSALS.account);
  if (refusal !== null) throw new Refusal("not_confirmed", PROVIDER_REFUSALS[refusal]);
  if (row.subject === null) await updateRows(context.db, "user", { key: row.key }, { subject });
  return userFromRow(row);
}

const accountOf = ({ db }: Context, { provider, subject }: Identity) =>
  presentUsers(db).where("provider", "=", provider).where("subject", "=", subject).executeTakeFirst();

const accountNamed = ({ db }: Context, username: string) =>
  presentUsers(db).where("username", "=", username).executeTakeFirst();

/** Finds another name if somebody has it in other capitals (AUT-44). Files still have the names of deleted users. */
async function freeName({ db }: Context, name: string): Promise<string> {
  const alike = await rowsOf(db, "user", { deleted_at: null })
    .select("username")
    .where(({ fn }) => fn<string>("lower", ["username"]), "like", `${name.slice(0, -3).toLowerCase()}%`)
    .execute();
  const taken = new Set(alike.map(({ username }) => username.toLowerCase()));
  return freeUsername(name, (lowerCase) => taken.has(lowerCase));
}

async function createAccount(context: Context, person: ProviderSignIn): Promise<User> {
  const { provider, subject, workspaces, given, from, firstName } = person;
  const identity = { provider, subject };
  const role: Role = given === null || given === "refused" ? "annotator" : given.role;
  const user = await insertUser(context, {
    firstName,
    username: await freeName(context, person.username),
    lastName: null,
    role,
    passwordHash: NO_PASSWORD,
    identity,
  });
  const by = { id: user.id, username: user.username, from };
  await noteAudit(context, { kind: "person_created", person: user, told: { role: user.role, how: "provider" } }, by);
  const rows = await context.db
    .selectFrom("workspace")
    .select(["id", "name"])
    .where("name", "in", workspaces)
    .execute();
  for (const workspace of rows) await addMembership(context, user, workspace, by);
  return user;
}

/** `set`: the caller has a password. `provider` opens the account. Without both a caller may choose a password. */
type OwnPassword = { readonly set: boolean; readonly provider: string | null };

async function getOwnPassword(context: Context): Promise<OwnPassword> {
  const caller = requireAccount(context);
  const { password_hash, provider } = await rowsOf(context.db, "user", { key: caller.key })
    .select(["password_hash", "provider"])
    .executeTakeFirstOrThrow();
  return { set: password_hash !== NO_PASSWORD, provider: opensByProvider(caller) ? provider : null };
}

/** `before`: the hash that the present password was compared with. */
type ChangeOwnPassword = { readonly before: string; readonly passwordHash: string };

/**
 * Changes the caller's password. Their other sessions end, because a stranger may use one of them. A link for choosing a
 * password ends too. Keys stay valid (design/user-settings.md#password). An expiring key cannot change the password: a
 * password gives lasting access (AUT-32).
 */
async function changeOwnPassword(context: Context, { before, passwordHash }: ChangeOwnPassword): Promise<void> {
  const caller = requireAccount(context);
  const { id, key, from } = caller;
  refuseLongerAccess(caller, null);
  const change = { password_hash: passwordHash, updated_at: context.now() };
  const changed = await updateRows(context.db, "user", { key, password_hash: before }, change);
  // The password may have changed while it was compared.
  if (changed === 0) throw new Refusal("conflict", "The password was changed meanwhile");
  await endInvitation(context.db, id, context.now());
  await endSessions(context, id, "password", from?.session);
  await noteAudit(context, { kind: "password_changed" });
}

/** Notes that the caller wanted to change the password and did not know the present one. Not open to requests. */
const noteRefusedPassword = async (context: Context): Promise<void> => noteAudit(context, { kind: "password_refused" });

export const signInCalls = {
  reads: { findCredentials, getOwnPassword },
  writes: { noteFailedSignIn, signInThroughProvider, changeOwnPassword, noteRefusedPassword },
};

type Applied = {
  readonly user: User;
  /** Null if the role is as high as before. */
  readonly lowered: { readonly from: Role; readonly to: Role } | null;
  /** True if the person keeps the owner role only because they are the last owner. */
  readonly keptOwner: boolean;
};

/** `provider`: its title. */
type Source = { readonly provider: string; readonly by: AuditBy };

/**
 * Gives a person the role and the workspaces that the table of their provider says (COM-04 to COM-07). Workspaces that no line
 * of the table names stay as they are. Not open to requests.
 */
async function applyClaims(context: Context, user: User, given: GivenByClaims, of: Source): Promise<Applied> {
  await applyWorkspaces(context, user, given, of);
  const told = { from: user.role, to: given.role, provider: of.provider };
  if (told.from === told.to) return { user, lowered: null, keptOwner: false };
  if (await isLastOwner(context, user)) {
    await noteAudit(context, { kind: "role_kept", person: user, told }, of.by);
    return { user, lowered: null, keptOwner: true };
  }
  const updatedAt = context.now();
  await setUser(context, user.id, { role: told.to, updated_at: updatedAt });
  await endLinkOfAdmin(context, user.id);
  if (told.from === "admin") await endLinksMadeBy(context, user.id, null);
  await endSessions(context, user.id, "role");
  await noteAudit(context, { kind: "role_changed", person: user, told }, of.by);
  return {
    user: { ...user, role: told.to, updatedAt },
    lowered: isLowered(told) ? { from: told.from, to: told.to } : null,
    keptOwner: false,
  };
}

/** Names of workspaces that do not exist are skipped: the start has reported them. */
async function applyWorkspaces(context: Context, user: User, given: GivenByClaims, { provider, by }: Source) {
  const governed = new Set(given.governed);
  const wanted = new Set(given.workspaces);
  const own = await rowsOf(context.db, "membership", { user_id: user.id }).select("workspace_id").execute();
  const had = new Set(own.map(({ workspace_id }) => workspace_id));
  // The table of workspaces is small.
  const all = await context.db.selectFrom("workspace").select(["id", "name"]).execute();
  for (const workspace of all.filter(({ name }) => governed.has(name))) {
    const isWanted = wanted.has(workspace.name);
    if (isWanted && !had.has(workspace.id)) await addMembership(context, user, workspace, by, provider);
    if (!isWanted && had.has(workspace.id)) await removeMembership(context, user, workspace, by, provider);
  }
}
