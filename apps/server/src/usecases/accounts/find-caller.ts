import { KEY_PREFIX } from "@postil/domain/accounts/api-keys";
import { isOwner } from "@postil/domain/accounts/policies";
import type { User, Workspace } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { type Micros, timeToText } from "@postil/domain/time";
import type { Selectable } from "kysely";
import { userFromRow, workspaceFromRow } from "../../storage/people.ts";
import { rowsOf } from "../../storage/statements.ts";
import type { Caller, Context } from "../../storage/store.ts";
import type { Db } from "../../storage/tables.ts";
import type { UserTable } from "../../storage/tables-of-people.ts";
import { namedKeyHash } from "./credentials.ts";
import { operatorAsCaller, operatorAsUser } from "./operator.ts";
import { loadLiveSession, type SessionProof } from "./sessions.ts";
import { presentUsers } from "./users.ts";

/** The key of a request. `id`: null means the first key. */
export type ShownKey = { readonly id: string | null; readonly expiresAt: Micros | null };

/** The credentials of a request: a key, or the session of a verified token. */
export type Shown = { readonly apiKey: string } | SessionProof;

/** A user id without a session comes from another proof: a one-time link. */
export type CallerProof =
  | { readonly apiKey: string }
  | { readonly userId: string; readonly session?: string }
  | "operator";

/** A user who may sign in, with the workspaces that decide the user's rights. */
export type KnownCaller = {
  readonly caller: Caller;
  readonly user: User;
  /** Oldest first; an owner has all workspaces (contract api-v1 row 53). */
  readonly workspaces: readonly Workspace[];
  /** The time at which the credentials expire. A renewal makes a session end later. Null means that they do not expire. */
  readonly until: Micros | null;
  /** Absent if the caller did not use a key. */
  readonly key?: ShownKey;
};

/** The user with this key or this (already verified) token; null if there is none. Refuses a session that has ended. */
export async function findCaller(context: Context, proof: CallerProof): Promise<KnownCaller | null> {
  const { db } = context;
  if (proof === "operator") {
    const workspaces = await workspacesOf(db, operatorAsCaller);
    return { caller: operatorAsCaller, user: operatorAsUser, workspaces, until: null };
  }
  const shown = "apiKey" in proof ? await loadKeyOwner(context, proof.apiKey) : await loadById(context, proof.userId);
  if (!shown) return null;
  const { row, ...key } = shown;
  const session =
    "session" in proof ? await loadLiveSession(context, { userId: row.id, session: proof.session }) : null;
  if (row.deactivated_at !== null) return null;
  const memberships = await db.selectFrom("membership").select("workspace_id").where("user_id", "=", row.id).execute();
  const workspaceIds = memberships.map((membership) => membership.workspace_id);
  const keyUntil = "key" in shown ? shown.key.expiresAt : null;
  const expiring =
    "apiKey" in proof && keyUntil !== null ? { expiringKey: { key: proof.apiKey, until: keyUntil } } : {};
  const { key: userKey, id, username, role } = row;
  const caller = { key: userKey, id, username, role, workspaceIds, ...expiring };
  const until = session?.expires_at ?? keyUntil;
  return { user: userFromRow(row), caller, workspaces: await workspacesOf(db, caller), until, ...key };
}

async function loadById(context: Context, userId: string) {
  const row = await presentUsers(context.db).where("id", "=", userId).executeTakeFirst();
  return row && { row };
}

/** The owner of a key, found by an index in both cases; null if there is none. Refuses an expired key. */
async function loadKeyOwner(
  context: Context,
  apiKey: string,
): Promise<{ readonly row: Selectable<UserTable>; readonly key: ShownKey } | null> {
  const named = apiKey.startsWith(KEY_PREFIX) ? await loadNamed(context, apiKey) : null;
  if (named !== null) return named;
  const row = await presentUsers(context.db).where("api_key", "=", apiKey).executeTakeFirst();
  return row === undefined ? null : { row, key: { id: null, expiresAt: null } };
}

async function loadNamed(context: Context, apiKey: string) {
  const { db, now } = context;
  const key = await rowsOf(db, "api_key", { hash: namedKeyHash(apiKey) })
    .select(["id", "user_key", "name", "expires_at as expiresAt"])
    .executeTakeFirst();
  if (!key) return null;
  if (key.expiresAt !== null && key.expiresAt <= now())
    throw new Refusal("unauthorized", `The API key \`${key.name}\` expired at ${timeToText(key.expiresAt)} UTC`);
  const row = await presentUsers(context.db).where("key", "=", key.user_key).executeTakeFirst();
  return row === undefined ? null : { row, key: { id: key.id, expiresAt: key.expiresAt } };
}

async function workspacesOf(db: Db, caller: Caller): Promise<Workspace[]> {
  const rows = await db
    .selectFrom("workspace")
    .selectAll()
    .$if(!isOwner(caller), (query) => query.where("id", "in", caller.workspaceIds))
    .orderBy("inserted_at")
    .execute();
  return rows.map(workspaceFromRow);
}

/**
 * Reads the caller again at the time when the call runs. A caller who had to wait may have been deleted, signed out or given
 * other rights in the meantime.
 */
export async function withCallerAsOfNow(context: Context): Promise<Context> {
  const { caller } = context;
  // The operator on the server's own machine is in no table.
  if (!caller || caller.key === 0) return context;
  const session = caller.from?.session ?? null;
  const found = await findCaller(context, { userId: caller.id, ...(session === null ? {} : { session }) });
  if (!found) throw new Refusal("unauthorized", "Could not validate credentials", { type: "user", name: caller.id });
  const { role, workspaceIds } = found.caller;
  return { ...context, caller: { ...caller, role, workspaceIds } };
}
