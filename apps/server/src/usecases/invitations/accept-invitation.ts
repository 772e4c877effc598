import { INVITATION_REFUSALS, invitationState } from "@postil/domain/accounts/invitations";
import type { User } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import { findInvitation, invitationTimes } from "../../storage/invitations.ts";
import { userFromRow } from "../../storage/rows.ts";
import { endSessions } from "../../storage/sessions.ts";
import type { Context, RequestOrigin } from "../../storage/store.ts";
import { hashOfCode } from "../accounts/invitation-code.ts";

export type AcceptInvitation = {
  readonly code: string;
  readonly passwordHash: string;
  readonly from: RequestOrigin;
};

/** Gives whoever has the code the password they chose. Of two at once one is refused: the link is used by then. */
export async function acceptInvitation(context: Context, input: AcceptInvitation): Promise<User> {
  const { code, passwordHash, from } = input;
  const { db, now } = context;
  const row = await findInvitation(db, hashOfCode(code));
  if (!row) throw new Refusal("unauthorized", INVITATION_REFUSALS.unknown);
  const at = now();
  const state = invitationState(invitationTimes(row), at);
  if (state !== "open") throw new Refusal("conflict", INVITATION_REFUSALS[state]);
  if (row.deactivated_at !== null) throw new Refusal("conflict", INVITATION_REFUSALS.ended);
  await db.updateTable("invitation").set({ used_at: at }).where("key", "=", row.invitation_key).execute();
  await db
    .updateTable("user")
    .set({ password_hash: passwordHash, updated_at: at })
    .where("key", "=", row.key)
    .execute();
  const user = userFromRow({ ...row, updated_at: at });
  await endSessions(context, user.id, "password");
  await noteAudit(context, { kind: "invitation_used" }, { id: user.id, username: user.username, from });
  return user;
}
