import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";

/** What a token proves. */
export type SessionProof = { readonly userId: string; readonly session: string };

/** The session of a token. Of one that was ended it says why: its page tells whoever works in it. */
export async function loadLiveSession({ db, now }: Context, { userId, session }: SessionProof) {
  const row = await db
    .selectFrom("session")
    .selectAll()
    .where("id", "=", session)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row && row.ended_at === null && row.expires_at > now()) return row;
  const ended = row?.ended_by ?? "expired";
  throw new Refusal("unauthorized", "Could not validate credentials", undefined, { ended });
}
