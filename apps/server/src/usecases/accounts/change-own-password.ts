import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import { endInvitation } from "../../storage/invitations.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context } from "../../storage/store.ts";
import { requireAccount } from "../require-account.ts";
import { refuseLongerAccess } from "./refuse-longer-access.ts";

/** `before`: the hash that the present password was compared with. */
export type ChangeOwnPassword = { readonly before: string; readonly passwordHash: string };

/**
 * Gives the caller another password. Their other sessions end, for somebody may have been in one who should not, and so does a
 * link by which the password could be chosen once more; keys go on working (design/user-settings.md#password). A key that expires
 * changes none: a password lets in for ever (AUT-32).
 */
export async function changeOwnPassword(context: Context, { before, passwordHash }: ChangeOwnPassword): Promise<void> {
  const caller = requireAccount(context);
  const { id, key, from } = caller;
  refuseLongerAccess(caller, null);
  const { numUpdatedRows } = await context.db
    .updateTable("user")
    .set({ password_hash: passwordHash, updated_at: context.now() })
    .where("key", "=", key)
    .where("password_hash", "=", before)
    .executeTakeFirst();
  // Comparing takes its time.
  if (numUpdatedRows === 0n) throw new Refusal("conflict", "The password was changed meanwhile");
  await endInvitation(context.db, id, context.now());
  await endSessions(context, id, "password", from?.session);
  await noteAudit(context, { kind: "password_changed" });
}
