import type { AuditEventOf } from "@postil/domain/accounts/audit";
import { type Lifetimes, sessionExpires } from "@postil/domain/accounts/sessions";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Micros } from "@postil/domain/time";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { removeOldSessions } from "../../storage/sessions.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";

export type NewSession = {
  readonly user: Pick<User, "id" | "username">;
  /** The hash that the password was compared with; null where something else proved who it is. */
  readonly passwordHash: string | null;
  /** One of ours in place of a hash that the user brought from another server. */
  readonly newHash?: string | undefined;
  /** Whether its tokens are short and renewed. */
  readonly renews: boolean;
  readonly lifetimes: Lifetimes;
  readonly told: AuditEventOf<"signed_in">["told"];
  readonly from: RequestOrigin;
};

export type LiveSession = { readonly id: string; readonly number: number; readonly expiresAt: Micros };

/** Lets a user in whose proof was looked at. Not open to requests. */
export async function beginSession(context: Context, input: NewSession): Promise<LiveSession> {
  const { db, now } = context;
  const { user, newHash, renews, lifetimes, told, from } = input;
  await refuseOldProof(context, input);
  if (newHash !== undefined)
    await db.updateTable("user").set({ password_hash: newHash }).where("id", "=", user.id).execute();
  const at = now();
  const session = { id: newId(), number: 1, expiresAt: sessionExpires(at, at, lifetimes) };
  await removeOldSessions(db, user.id, at);
  await db
    .insertInto("session")
    .values({
      id: session.id,
      user_id: user.id,
      number: session.number,
      renews: renews ? 1 : 0,
      began_at: at,
      renewed_at: at,
      expires_at: session.expiresAt,
      ended_at: null,
      ended_by: null,
    })
    .execute();
  await noteAudit(context, { kind: "signed_in", told }, { ...user, from });
  return session;
}

/** Comparing a password takes its time: it may have been changed meanwhile, or the user deleted or deactivated. */
async function refuseOldProof({ db }: Context, { user, passwordHash }: NewSession): Promise<void> {
  const row = await db
    .selectFrom("user")
    .select("password_hash")
    .where("id", "=", user.id)
    .where("deleted_at", "is", null)
    .where("deactivated_at", "is", null)
    .executeTakeFirst();
  if (row && (passwordHash === null || passwordHash === row.password_hash)) return;
  throw new Refusal("unauthorized", "Could not validate credentials");
}
