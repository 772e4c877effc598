import { opensByProvider } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import { endInvitation } from "../../storage/invitations.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context } from "../../storage/store.ts";
import { requireAccount } from "../require-account.ts";
import { NO_PASSWORD } from "./passwords.ts";
import { refuseLongerAccess } from "./refuse-longer-access.ts";

/**
 * `set`: true if the caller has a password. `provider`: the provider that opens the account. A caller with neither may choose
 * a password.
 */
type OwnPassword = { readonly set: boolean; readonly provider: string | null };

async function getOwnPassword(context: Context): Promise<OwnPassword> {
  const caller = requireAccount(context);
  const { password_hash, provider } = await context.db
    .selectFrom("user")
    .select(["password_hash", "provider"])
    .where("key", "=", caller.key)
    .executeTakeFirstOrThrow();
  return { set: password_hash !== NO_PASSWORD, provider: opensByProvider(caller) ? provider : null };
}

/** `before`: the hash that the present password was compared with. */
type ChangeOwnPassword = { readonly before: string; readonly passwordHash: string };

/**
 * Changes the caller's password. Their other sessions end, because a stranger may use one of them. A link for choosing a
 * password ends too. Keys stay valid (design/user-settings.md#password). An expiring key cannot change the password: a
 * password gives lasting access (AUT-32).
 */
async function changeOwnPassword(context: Context, { before, passwordHash }: ChangeOwnPassword): Promise<void> {
  const caller = requireAccount(context);
  const { id, key, from } = caller;
  refuseLongerAccess(caller, null);
  const { numUpdatedRows } = await context.db
    .updateTable("user")
    .set({ password_hash: passwordHash, updated_at: context.now() })
    .where("key", "=", key)
    .where("password_hash", "=", before)
    .executeTakeFirst();
  // The password may have changed while it was compared.
  if (numUpdatedRows === 0n) throw new Refusal("conflict", "The password was changed meanwhile");
  await endInvitation(context.db, id, context.now());
  await endSessions(context, id, "password", from?.session);
  await noteAudit(context, { kind: "password_changed" });
}

/** Notes that the caller wanted to change the password and did not know the present one. Not open to requests. */
const noteRefusedPassword = async (context: Context): Promise<void> => noteAudit(context, { kind: "password_refused" });

export const ownPasswordCalls = {
  reads: { getOwnPassword },
  writes: { changeOwnPassword, noteRefusedPassword },
};
