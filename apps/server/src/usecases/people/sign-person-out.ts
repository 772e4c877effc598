import { noteAudit } from "../../storage/audit.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";
import { requirePerson } from "./require-person.ts";

/**
 * Ends all sessions of a person and says how many those were; password and keys stay (ROL-12). Whoever names themselves stays
 * in the session they ask from.
 */
export async function signPersonOut(context: Context, { userId }: { readonly userId: string }): Promise<number> {
  const person = await requirePerson(context, userId);
  const { id, from } = requireCaller(context);
  const isSelf = id === userId;
  const count = await endSessions(context, userId, isSelf ? "elsewhere" : "owner", isSelf ? from?.session : null);
  if (count > 0) await noteAudit(context, { kind: "sessions_ended", told: { count }, ...(isSelf ? {} : { person }) });
  return count;
}
