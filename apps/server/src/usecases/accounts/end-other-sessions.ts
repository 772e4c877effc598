import { noteAudit } from "../../storage/audit.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";

/** Ends all sessions of the caller but the one that asks, and says how many those were. */
export async function endOtherSessions(context: Context): Promise<number> {
  const { id, from } = requireCaller(context);
  const count = await endSessions(context, id, "elsewhere", from?.session);
  if (count > 0) await noteAudit(context, { kind: "sessions_ended", told: { count } });
  return count;
}
