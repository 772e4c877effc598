import { type InvitationDays, invitationEnd, type MadeInvitation } from "@postil/domain/accounts/invitations";
import type { User } from "@postil/domain/accounts/users";
import { noteAudit } from "../../storage/audit.ts";
import { addInvitation } from "../../storage/invitations.ts";
import type { Context } from "../../storage/store.ts";
import { hashOfCode, newInvitationCode } from "../accounts/invitation-code.ts";

/** A link for a user; it ends the one before. */
export async function makeInvitation(context: Context, user: User, days: InvitationDays): Promise<MadeInvitation> {
  const { db, now } = context;
  const code = newInvitationCode();
  const at = now();
  const expiresAt = invitationEnd(at, days);
  await addInvitation(db, { userId: user.id, codeHash: hashOfCode(code), expiresAt }, at);
  await noteAudit(context, { kind: "invitation_made", person: user, told: { until: expiresAt } });
  return { userId: user.id, username: user.username, code, expiresAt };
}
