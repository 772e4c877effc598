import type { SignInFacts } from "@postil/domain/accounts/people";
import { leavesAnOwner, mayEndAccount } from "@postil/domain/accounts/policies";
import type { Role, User, Workspace } from "@postil/domain/accounts/users";
import { type KeepDays, MOST_DELETED } from "@postil/domain/datasets/bin";
import { Refusal, type RefusalCode } from "@postil/domain/refusal";
import type { ExpressionBuilder, Selectable, Updateable } from "kysely";
import { newId } from "../../new-id.ts";
import { type AuditBy, noteAudit } from "../../storage/audit.ts";
import { endInvitation, endSessions, userFromRow, workspaceFromRow } from "../../storage/people.ts";
import { deleteRows, insertRows, rowsOf, updateRows } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import type { Db, Tables } from "../../storage/tables.ts";
import type { UserTable } from "../../storage/tables-of-people.ts";
import { refuseTaken, requireCaller, requireOwner } from "../refuse.ts";
import { NO_PASSWORD, newApiKey } from "./credentials.ts";
import { operatorAsCaller } from "./operator.ts";

export type OfUser = { readonly userId: string };

export const presentUsers = (db: Db) => db.selectFrom("user").selectAll().where("deleted_at", "is", null);

export const noUser = (userId: string, code: RefusalCode = "not_found"): Refusal =>
  new Refusal(code, `User with id \`${userId}\` not found`, { type: "User", name: userId });

/**
 * A user who is not deleted. `otherwise` sets the refusal for an unknown id: "not found" if the path named it, a refused
 * value if the body did.
 */
export async function loadUser({ db }: Context, userId: string, otherwise?: RefusalCode): Promise<User> {
  const row = await presentUsers(db).where("id", "=", userId).executeTakeFirst();
  if (!row) throw noUser(userId, otherwise);
  return userFromRow(row);
}

export async function setUser({ db }: Context, userId: string, to: Updateable<UserTable>): Promise<void> {
  await updateRows(db, "user", { id: userId }, to);
}

export type NewUser = {
  /** Absent: a new id is made. */
  readonly id?: string | undefined;
  readonly firstName: string;
  readonly lastName: string | null;
  readonly username: string;
  readonly role: Role;
  readonly passwordHash: string;
  /** Absent: a random key is made. */
  readonly apiKey?: string | undefined;
  /** The identity at the provider that creates the account; absent if the account is created here. */
  readonly identity?: Identity;
};

export type Identity = { readonly provider: string; readonly subject: string };

/** Inserts a user. The caller knows that the name is free. */
export async function insertUser({ db, now }: Context, user: NewUser): Promise<User> {
  const at = now();
  const values = {
    id: user.id ?? newId(),
    first_name: user.firstName,
    last_name: user.lastName,
    username: user.username,
    role: user.role,
    api_key: user.apiKey ?? newApiKey(),
    password_hash: user.passwordHash,
    inserted_at: at,
    updated_at: at,
    deleted_at: null,
    ...user.identity,
  };
  return userFromRow(await db.insertInto("user").values(values).returningAll().executeTakeFirstOrThrow());
}

/** `workspaces`: names of the workspaces that the user joins. */
export type CreateUser = NewUser & { readonly workspaces: readonly string[] };

export const refuseTakenUsername = (context: Context, username: string): Promise<void> =>
  refuseTaken(
    context,
    ["username", username],
    presentUsers(context.db).where("username", "=", username),
    () => new Refusal("conflict", `Username \`${username}\` is not unique`, { type: "User", name: username }),
  );

/** Creates a user (contract api-v1 row 50, api-v0 row 4, ROL-12). */
export function createUser(context: Context, input: CreateUser): Promise<UserWithWorkspaces> {
  requireOwner(context);
  return addUser(context, input);
}

/** Adds a user. The caller knows that this is allowed. Everything is checked before the first change. */
export async function addUser(context: Context, input: CreateUser): Promise<UserWithWorkspaces> {
  const { workspaces, ...newUser } = input;
  const { id, username, apiKey, passwordHash } = newUser;
  const others = context.db.selectFrom("user").select("key");
  await refuseTakenUsername(context, username);
  // What the person does would be told as the operator's.
  if (id === operatorAsCaller.id) throw new Refusal("conflict", `The id \`${id}\` is that of the operator`);
  // The answers of a deleted user still name its id. The use of keys is stored by the ids of users and of named keys.
  if (id !== undefined)
    for (const taken of [
      others.where("id", "=", id),
      context.db.selectFrom("api_key").select("id").where("id", "=", id),
    ])
      await refuseTaken(
        context,
        ["user", id],
        taken,
        () => new Refusal("conflict", `User with id \`${id}\` is not unique`, { type: "User", name: id }),
      );
  if (apiKey !== undefined)
    await refuseTaken(
      context,
      ["API key", apiKey],
      others.where("api_key", "=", apiKey),
      () => new Refusal("conflict", `The API key of \`${username}\` is that of somebody else here`),
    );
  const inWorkspaces = await workspacesByName(context, new Set(workspaces));
  const user = await insertUser(context, newUser);
  const how = passwordHash === NO_PASSWORD ? "invitation" : "password";
  await noteAudit(context, { kind: "person_created", person: user, told: { role: user.role, how } });
  for (const workspace of inWorkspaces) await addMembership(context, user, workspace);
  return withOwnWorkspaces(context, user);
}

/** All users, oldest first (contract api-v1 row 48, ROL-12). */
async function listUsers(context: Context): Promise<UserWithWorkspaces[]> {
  requireOwner(context);
  const rows = await presentUsers(context.db).orderBy("inserted_at").execute();
  return withWorkspaces(context, rows.map(userFromRow));
}

/** One user, for owners. Other callers are refused before the id is checked (contract api-v1 row 49). */
async function getUser(context: Context, { userId }: OfUser): Promise<User> {
  requireOwner(context);
  return loadUser(context, userId);
}

/** The workspaces of any user, oldest first; all of them if that user is an owner (contract api-v1 row 52). */
async function listUserWorkspaces(context: Context, { userId }: OfUser): Promise<Workspace[]> {
  requireOwner(context);
  const user = await loadUser(context, userId);
  const rows = await context.db
    .selectFrom("workspace")
    .selectAll()
    .$if(user.role !== "owner", (query) =>
      query.where("id", "in", (from) =>
        from.selectFrom("membership").select("workspace_id").where("user_id", "=", userId),
      ),
    )
    .orderBy("inserted_at")
    .execute();
  return rows.map(workspaceFromRow);
}

/**
 * The owner for whom the process and the command line act: the one with this name, or else the oldest one who can sign in.
 * Null if there is no such owner. Not open to requests.
 */
export async function findOwner(
  { db }: Context,
  { username }: Pick<User, "username">,
): Promise<(User & { readonly hasPassword: boolean }) | null> {
  const row = await presentUsers(db)
    .where("role", "=", "owner")
    .where("deactivated_at", "is", null)
    .orderBy((where) => where("username", "!=", username))
    .orderBy("inserted_at")
    .limit(1)
    .executeTakeFirst();
  return row ? { ...userFromRow(row), hasPassword: row.password_hash !== NO_PASSWORD } : null;
}

/**
 * Deletes a user with their memberships and private data. Their responses stay (contract api-v1 10.3), so the row stays too,
 * without key and password. The name becomes free. 404 before 403. A user cannot delete themselves. The last owner cannot be
 * deleted, because then nobody could give access to anybody.
 */
export async function deleteUser(
  context: Context,
  { userId, keepDays }: OfUser & KeepDays,
): Promise<UserWithWorkspaces> {
  requireCaller(context);
  const user = await loadUser(context, userId);
  requireOwner(context);
  refuseOwnAccount(context, user, "deleted");
  await refuseLastOwner(context, user, "deleted");
  const { db, now } = context;
  const before = await withOwnWorkspaces(context, user);
  if (keepDays > 0) await keepDeleted(context, userId);
  await endLinksMadeBy(context, userId, null);
  for (const own of ["membership", "last_seen", "invitation"] as const) await deleteRows(db, own, { user_id: userId });
  const { key: user_key } = await rowsOf(db, "user", { id: userId }).select("key").executeTakeFirstOrThrow();
  const keys = await rowsOf(db, "api_key", { user_key }).select("id").execute();
  for (const key_id of [userId, ...keys.map(({ id }) => id)]) await deleteRows(db, "key_use", { key_id });
  for (const own of ["flag", "saved_view", "preference", "api_key"] as const) await deleteRows(db, own, { user_key });
  // The column is unique, and no real key contains a space.
  await setUser(context, userId, { deleted_at: now(), api_key: `deleted ${userId}`, password_hash: "" });
  await endSessions(context, userId, "deleted");
  await noteAudit(context, { kind: "person_deleted", person: user, told: { role: user.role } });
  return before;
}

/** Notes what a restoration needs and the row of the user does not say (BIN-12). Removes the oldest if there are too many. */
async function keepDeleted({ db, now, caller }: Context, userId: string): Promise<void> {
  const workspaces = await db
    .selectFrom("membership")
    .innerJoin("workspace", "workspace.id", "membership.workspace_id")
    .select(["workspace.id", "workspace.name"])
    .where("user_id", "=", userId)
    .execute();
  const { key } = await db.selectFrom("user").select("key").where("id", "=", userId).executeTakeFirstOrThrow();
  const by = caller && caller.id !== operatorAsCaller.id ? caller : null;
  const entry = { user_key: key, id: newId(), workspaces: JSON.stringify(workspaces), deleted_at: now() };
  await insertRows(db, "deleted_person", { ...entry, deleted_by_id: by?.id ?? null, deleted_by: by?.username ?? null });
  const newest = db.selectFrom("deleted_person").select("user_key").orderBy("deleted_at", "desc");
  const beyond = await newest.offset(MOST_DELETED.inAll).limit(1).executeTakeFirst();
  if (beyond) await deleteRows(db, "deleted_person", { user_key: beyond.user_key });
}

/** Refuses to delete or deactivate the caller's own account. */
export function refuseOwnAccount(
  context: Context,
  { id, username }: Pick<User, "id" | "username">,
  done: "deactivated" | "deleted",
): void {
  if (mayEndAccount(requireCaller(context), id)) return;
  throw new Refusal("conflict", `\`${username}\` is your own account; it can be ${done} by another owner`);
}

/** Checked in the transaction of the change, so that two owners cannot remove each other. */
export async function isLastOwner({ db }: Context, user: User): Promise<boolean> {
  const rows = await rowsOf(db, "user", { role: "owner", deleted_at: null })
    .select(["role", "deactivated_at", "password_hash", "provider"])
    .select(cameIn)
    .where("id", "!=", user.id)
    .execute();
  const others = rows.map((row) => ({ role: row.role, ...signInFacts(row) }));
  return !leavesAnOwner(user, others);
}

export async function refuseLastOwner(
  context: Context,
  user: User,
  done: "deleted" | "deactivated" | "given another role",
): Promise<void> {
  if (!(await isLastOwner(context, user))) return;
  throw new Refusal(
    "conflict",
    `\`${user.username}\` is the last owner and cannot be ${done}; make another owner first`,
  );
}

/** True if the user ever had a session. Old session rows are deleted, but the "last seen" row stays. */
export const cameIn = (of: ExpressionBuilder<Tables, "user">) =>
  of
    .or([
      of.exists(of.selectFrom("session").select("session.id").whereRef("session.user_id", "=", "user.id")),
      of.exists(of.selectFrom("last_seen").select("last_seen.at").whereRef("last_seen.user_id", "=", "user.id")),
    ])
    .as("came_in");

type FactsColumns = Pick<Selectable<UserTable>, "deactivated_at" | "password_hash" | "provider"> & {
  readonly came_in: unknown;
};

export const signInFacts = ({ deactivated_at, password_hash, provider, came_in }: FactsColumns): SignInFacts => ({
  isDeactivated: deactivated_at !== null,
  hasPassword: password_hash !== NO_PASSWORD,
  provider,
  cameIn: Boolean(came_in), // 0 or 1
});

export type Membership = { readonly workspaceId: string; readonly userId: string };
type Named = Pick<Workspace, "id" | "name">;

/** Adds a user to a workspace. The caller knows that the user is not in it yet. */
export async function insertMembership({ db, now }: Context, { workspaceId, userId }: Membership): Promise<void> {
  const row = { workspace_id: workspaceId, user_id: userId, inserted_at: now() };
  await insertRows(db, "membership", row);
}

/** Ends the open link that an admin made for a person who now gets more than that admin could give (ROL-16). */
export const endLinkOfAdmin = ({ db, now }: Context, userId: string): Promise<boolean> =>
  endInvitation(db, userId, now(), { byAdmin: true });

/** Ends the open links of an admin who loses a workspace: those of its members; null: all of them (ROL-16). */
export async function endLinksMadeBy({ db, now }: Context, adminId: string, workspaceId: string | null): Promise<void> {
  await db
    .updateTable("invitation")
    .set({ ended_at: now() })
    .where("made_by", "=", adminId)
    .where("by_admin", "=", 1)
    .where("used_at", "is", null)
    .where("ended_at", "is", null)
    .$if(workspaceId !== null, (query) =>
      query.where("user_id", "in", (from) =>
        from
          .selectFrom("membership")
          .select("user_id")
          .where("workspace_id", "=", workspaceId ?? ""),
      ),
    )
    .execute();
}

/**
 * Adds a user to a workspace and notes it in the audit trail. `by`: who did it, if that is not the caller. `provider`: the
 * title of the provider whose claims say so.
 */
export async function addMembership(
  context: Context,
  person: Pick<User, "id" | "username">,
  { id, name }: Named,
  by?: AuditBy,
  provider?: string,
) {
  await insertMembership(context, { workspaceId: id, userId: person.id });
  await endLinkOfAdmin(context, person.id);
  await noteAudit(
    context,
    { kind: "membership_added", person, told: { workspace: name, ...(provider && { provider }) } },
    by,
  );
}

export async function removeMembership(
  context: Context,
  person: Pick<User, "id" | "username">,
  { id, name }: Named,
  by?: AuditBy,
  provider?: string,
): Promise<void> {
  await endLinksMadeBy(context, person.id, id);
  await deleteRows(context.db, "membership", { workspace_id: id, user_id: person.id });
  await noteAudit(
    context,
    { kind: "membership_removed", person, told: { workspace: name, ...(provider && { provider }) } },
    by,
  );
}

/** A user with the names of the workspaces they belong to, oldest first: the shape of the older API (AUT-06). */
export type UserWithWorkspaces = { readonly user: User; readonly workspaces: readonly string[] };

export async function withWorkspaces({ db }: Context, users: readonly User[]): Promise<UserWithWorkspaces[]> {
  const names = Map.groupBy(await membershipNames(db).execute(), (row) => row.user_id);
  return users.map((user) => ({ user, workspaces: names.get(user.id)?.map((row) => row.name) ?? [] }));
}

export async function withOwnWorkspaces({ db }: Context, user: User): Promise<UserWithWorkspaces> {
  const rows = await membershipNames(db).where("membership.user_id", "=", user.id).execute();
  return { user, workspaces: rows.map((row) => row.name) };
}

const membershipNames = (db: Db) =>
  db
    .selectFrom("membership")
    .innerJoin("workspace", "workspace.id", "membership.workspace_id")
    .select(["membership.user_id", "workspace.name"])
    .orderBy("workspace.inserted_at");

async function workspacesByName({ db }: Context, names: ReadonlySet<string>): Promise<readonly Named[]> {
  const found: Named[] = [];
  for (const name of names) {
    const row = await db.selectFrom("workspace").select(["id", "name"]).where("name", "=", name).executeTakeFirst();
    if (!row) throw new Refusal("unprocessable", `Workspace '${name}' does not exist`);
    found.push(row);
  }
  return found;
}

/** The workspaces of a request body, without duplicates. Refuses an unknown one. */
export async function workspacesById({ db }: Context, ids: readonly string[]): Promise<readonly Named[]> {
  if (ids.length === 0) return [];
  // The table is small compared with the longest allowed list.
  const rows = await db.selectFrom("workspace").select(["id", "name"]).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const workspace = known.get(id);
    if (workspace) return workspace;
    throw new Refusal("unprocessable", `Workspace with id \`${id}\` not found`, { type: "Workspace", name: id });
  });
}

export const userCalls = {
  reads: { listUsers, getUser, listUserWorkspaces, findOwner },
  writes: { createUser, deleteUser },
};
