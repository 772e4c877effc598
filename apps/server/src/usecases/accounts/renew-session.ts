import { type Lifetimes, renewalOf, sessionExpires } from "@postil/domain/accounts/sessions";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import { userFromRow } from "../../storage/rows.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";
import type { LiveSession } from "./begin-session.ts";
import { loadLiveSession, type SessionProof } from "./load-live-session.ts";

export type RenewSession = SessionProof & {
  readonly number: number;
  readonly lifetimes: Lifetimes;
  readonly from: RequestOrigin;
};

export type RenewedSession = { readonly user: User; readonly session: LiveSession };

/**
 * What the next token of a session says. Of earlier tokens the one before the last alone is taken again, for an answer that got
 * lost or another tab that asked too. An older one ends the session ("reused"): whoever took a copy of a token goes on no longer than
 * its owner does. Not open to requests.
 */
export async function renewSession(context: Context, input: RenewSession): Promise<RenewedSession | "reused"> {
  const { db, now } = context;
  const { userId, session: id, number: shown, lifetimes } = input;
  const user = await db
    .selectFrom("user")
    .selectAll()
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) throw new Refusal("unauthorized", "Could not validate credentials", { type: "user", name: userId });
  const row = await loadLiveSession(context, input);
  const renewal = renewalOf(shown, row.number);
  if (!row.renews || renewal === "unknown") throw new Refusal("unauthorized", "Invalid token");
  if (renewal === "spent") return endReused(context, userFromRow(user), input);
  const at = now();
  const number = renewal === "next" ? row.number + 1 : row.number;
  const expiresAt = sessionExpires(at, row.began_at, lifetimes);
  await db.updateTable("session").set({ number, renewed_at: at, expires_at: expiresAt }).where("id", "=", id).execute();
  return { user: userFromRow(user), session: { id, number, expiresAt } };
}

async function endReused(context: Context, person: User, { session, from }: RenewSession): Promise<"reused"> {
  await context.db
    .updateTable("session")
    .set({ ended_at: context.now(), ended_by: "reused" })
    .where("id", "=", session)
    .execute();
  await noteAudit(context, { kind: "session_reused", person }, { id: null, from });
  return "reused";
}
