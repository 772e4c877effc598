import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";

/** How many sessions the caller has beside the one that asks. */
export async function countOtherSessions(context: Context): Promise<number> {
  const { id, from } = requireCaller(context);
  const { count } = await context.db
    .selectFrom("session")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("user_id", "=", id)
    .where("ended_at", "is", null)
    .where("expires_at", ">", context.now())
    .where("id", "!=", from?.session ?? "")
    .executeTakeFirstOrThrow();
  return count;
}
