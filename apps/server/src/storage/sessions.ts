import type { SessionEnd } from "@postil/domain/accounts/sessions";
import type { Micros } from "@postil/domain/time";
import type { Kysely } from "kysely";
import type { Context } from "./store.ts";
import type { Tables } from "./tables.ts";

/** A person has at most so many: whoever signs in again and again, as scripts do, loses the one that was used longest ago. */
const SESSIONS_MOST = 1000;
/** Rows that are removed at once. */
const PART = 1000;

/** Makes room for another session of this person. */
export async function removeOldSessions(db: Kysely<Tables>, userId: string, at: Micros): Promise<void> {
  await db
    .deleteFrom("session")
    .where("id", "in", (from) => from.selectFrom("session").select("id").where("expires_at", "<=", at).limit(PART))
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
 * Ends what sessions a person has, `except` for one, and says how many those were: at once, when the call that does it forgets
 * who is known (http/accounts.ts).
 */
export async function endSessions(
  { db, now }: Pick<Context, "db" | "now">,
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
