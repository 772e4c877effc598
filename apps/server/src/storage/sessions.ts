import type { SessionEnd } from "@postil/domain/accounts/sessions";
import type { Micros } from "@postil/domain/time";
import type { Kysely } from "kysely";
import type { Context } from "./store.ts";
import type { Tables } from "./tables.ts";

/**
 * Maximum number of sessions of a person. If a script signs in again and again, the least recently used session is removed.
 */
const SESSIONS_MOST = 1000;
/** Maximum number of rows that are removed at once. */
const PART = 1000;

/** Removes expired sessions, and this person's oldest ones, before a new session. */
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
 * Ends the sessions of a person, `except` one, and returns their number. It takes effect at once if the call clears the cache
 * of callers (http/authenticate.ts).
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
