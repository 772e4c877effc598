import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";

/** Ends the session that the caller's token is of; a caller with a key has none (AUT-12). */
export async function endOwnSession(context: Context): Promise<void> {
  const { id, from } = requireCaller(context);
  const session = from?.session ?? null;
  if (session === null) return;
  await context.db
    .updateTable("session")
    .set({ ended_at: context.now(), ended_by: "signed_out" })
    .where("id", "=", session)
    .where("user_id", "=", id)
    .execute();
  await noteAudit(context, { kind: "signed_out" });
}
