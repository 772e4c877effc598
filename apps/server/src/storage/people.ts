import type { InvitationTimes } from "@postil/domain/accounts/invitations";
import type { SessionEnd } from "@postil/domain/accounts/sessions";
import type { User, Workspace } from "@postil/domain/accounts/users";
import { DAY, type Micros } from "@postil/domain/time";
import type { Selectable } from "kysely";
import { times } from "./dataset-rows.ts";
import { insertRows } from "./statements.ts";
import type { WriteContext } from "./store.ts";
import type { Db, WorkspaceTable } from "./tables.ts";
import type { InvitationTable, UserTable } from "./tables-of-people.ts";

/** Users, workspaces, sessions and invitations. */

export const userFromRow = (row: Selectable<UserTable>): User => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  username: row.username,
  role: row.role,
  apiKey: row.api_key,
  ...times(row),
});

export const workspaceFromRow = (row: Selectable<WorkspaceTable>): Workspace => ({
  id: row.id,
  name: row.name,
  ...times(row),
});

/** Maximum number of sessions of a person. If a script signs in again and again, the longest unused one is removed. */
const SESSIONS_MOST = 1000;
/** Maximum number of rows that are removed at once. */
const PART = 1000;

/** Rows of expired sessions stay for a day, to say why they ended. */
const TOLD_FOR: Micros = DAY;

/** Removes expired sessions, and this person's oldest ones, before a new session. */
export async function removeOldSessions(db: Db, userId: string, at: Micros): Promise<void> {
  await db
    .deleteFrom("session")
    .where("id", "in", (from) =>
      from
        .selectFrom("session")
        .select("id")
        .where("expires_at", "<=", at - TOLD_FOR)
        .limit(PART),
    )
    .execute();
  await db
    .deleteFrom("session")
    .where("id", "in", (from) =>
      from
        .selectFrom("session")
        .select("id")
        .where("user_id", "=", userId)
        .orderBy("renewed_at", "desc")
        .limit(PART)
        .offset(SESSIONS_MOST - 1),
    )
    .execute();
}

/**
 * Ends the sessions of a person, `except` one, and returns their number. It takes effect at once if the call clears the cache
 * of callers (http/authenticate.ts).
 */
export async function endSessions(
  { db, now }: WriteContext,
  userId: string,
  because: SessionEnd,
  except: string | null = null,
): Promise<number> {
  const at = now();
  const { numUpdatedRows } = await db
    .updateTable("session")
    .set({ ended_at: at, ended_by: because })
    .where("user_id", "=", userId)
    .where("ended_at", "is", null)
    .where("expires_at", ">", at)
    .$if(except !== null, (query) => query.where("id", "!=", except ?? ""))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** How long the result of an invitation is kept for people who open its link. */
const REMEMBERED: Micros = 400 * DAY;

export const invitationTimes = (
  row: Pick<InvitationTable, "expires_at" | "used_at" | "ended_at">,
): InvitationTimes => ({
  expiresAt: row.expires_at,
  usedAt: row.used_at,
  endedAt: row.ended_at,
});

/** Ends the user's valid invitation link; returns true if there was one. */
export async function endInvitation(
  db: Db,
  userId: string,
  at: Micros,
  { byAdmin = false }: { readonly byAdmin?: boolean } = {},
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("invitation")
    .set({ ended_at: at })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .where("ended_at", "is", null)
    .where("expires_at", ">", at)
    .$if(byAdmin, (query) => query.where("by_admin", "=", 1))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Maximum number of links that are kept for one person. */
const MOST_REMEMBERED = 100;

/** Adds a link, which is then the user's only valid one. Removes links that are very old. */
export async function addInvitation(
  db: Db,
  invitation: {
    readonly userId: string;
    readonly codeHash: string;
    readonly expiresAt: Micros;
    readonly byAdmin: boolean;
    readonly madeBy: string | null;
  },
  at: Micros,
): Promise<void> {
  await endInvitation(db, invitation.userId, at);
  await db
    .deleteFrom("invitation")
    .where("expires_at", "<", at - REMEMBERED)
    .execute();
  const own = db.selectFrom("invitation").select("key").where("user_id", "=", invitation.userId);
  const beyond = own
    .orderBy("key", "desc")
    .limit(1)
    .offset(MOST_REMEMBERED - 2);
  await db
    .deleteFrom("invitation")
    .where("user_id", "=", invitation.userId)
    .where("key", "<", (from) => from.selectFrom(beyond.as("beyond")).select("beyond.key"))
    .execute();
  await insertRows(db, "invitation", {
    code_hash: invitation.codeHash,
    user_id: invitation.userId,
    expires_at: invitation.expiresAt,
    inserted_at: at,
    used_at: null,
    ended_at: null,
    by_admin: invitation.byAdmin ? 1 : 0,
    made_by: invitation.madeBy,
  });
}

/** The invitation with this code, and its user; undefined if the user is deleted. */
export const findInvitation = (db: Db, codeHash: string) =>
  db
    .selectFrom("invitation")
    .innerJoin("user", "user.id", "invitation.user_id")
    .selectAll("user")
    .select(["invitation.key as invitation_key", "expires_at", "used_at", "ended_at"])
    .where("code_hash", "=", codeHash)
    .where("user.deleted_at", "is", null)
    .executeTakeFirst();
