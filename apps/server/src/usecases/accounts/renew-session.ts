import { type Lifetimes, renewalOf, sessionExpires } from "@postil/domain/accounts/sessions";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import type { LiveSession } from "./begin-session.ts";
import { loadLiveSession, type SessionProof } from "./load-live-session.ts";

export type RenewSession = SessionProof & { readonly number: number; readonly lifetimes: Lifetimes };

export type RenewedSession = { readonly user: User; readonly session: LiveSession };

/**
 * What the next token of a session says. Of earlier tokens the one before the last alone is taken again, for an answer that got
 * lost or another tab that asked too: an old one that somebody found opens nothing. Not open to requests.
 */
export async function renewSession(context: Context, input: RenewSession): Promise<RenewedSession> {
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
  if (!row.renews || renewal === "spent") throw new Refusal("unauthorized", "Invalid token");
  const at = now();
  const number = renewal === "next" ? row.number + 1 : row.number;
  const expiresAt = sessionExpires(at, row.began_at, lifetimes);
  await db.updateTable("session").set({ number, renewed_at: at, expires_at: expiresAt }).where("id", "=", id).execute();
  return { user: userFromRow(user), session: { id, number, expiresAt } };
}
