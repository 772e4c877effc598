import { noteAudit } from "../../storage/audit.ts";
import { endInvitation } from "../../storage/invitations.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context } from "../../storage/store.ts";
import { requireForPassword } from "./require-person.ts";

export type ResetPassword = { readonly userId: string; readonly passwordHash: string };

/** Sets the password of another person, who signs in with it from then on; their keys stay (ROL-12). */
export async function resetPassword(context: Context, { userId, passwordHash }: ResetPassword): Promise<void> {
  const person = await requireForPassword(context, userId);
  await context.db
    .updateTable("user")
    .set({ password_hash: passwordHash, updated_at: context.now() })
    .where("id", "=", userId)
    .execute();
  await endInvitation(context.db, userId, context.now());
  await endSessions(context, userId, "password");
  await noteAudit(context, { kind: "password_reset", person });
}
