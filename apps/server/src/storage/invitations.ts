import type { InvitationTimes } from "@postil/domain/accounts/invitations";
import { DAY, type Micros } from "@postil/domain/time";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";
import type { InvitationTable } from "./tables-of-people.ts";

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
export async function endInvitation(db: Kysely<Tables>, userId: string, at: Micros): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("invitation")
    .set({ ended_at: at })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .where("ended_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type NewInvitation = { readonly userId: string; readonly codeHash: string; readonly expiresAt: Micros };

/** Maximum number of links that are kept for one person. */
const MOST_REMEMBERED = 100;

/** Adds a link, which is then the user's only valid one. Removes links that are very old. */
export async function addInvitation(db: Kysely<Tables>, invitation: NewInvitation, at: Micros): Promise<void> {
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
  await db
    .insertInto("invitation")
    .values({
      code_hash: invitation.codeHash,
      user_id: invitation.userId,
      expires_at: invitation.expiresAt,
      inserted_at: at,
      used_at: null,
      ended_at: null,
    })
    .execute();
}

/** The invitation with this code, and its user; undefined if the user is deleted. */
export const findInvitation = (db: Kysely<Tables>, codeHash: string) =>
  db
    .selectFrom("invitation")
    .innerJoin("user", "user.id", "invitation.user_id")
    .selectAll("user")
    .select(["invitation.key as invitation_key", "expires_at", "used_at", "ended_at"])
    .where("code_hash", "=", codeHash)
    .where("user.deleted_at", "is", null)
    .executeTakeFirst();
