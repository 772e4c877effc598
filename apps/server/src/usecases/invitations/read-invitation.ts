import { type InvitationSeen, invitationState } from "@postil/domain/accounts/invitations";
import { findInvitation, invitationTimes } from "../../storage/invitations.ts";
import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { hashOfCode } from "../accounts/invitation-code.ts";
import { NO_PASSWORD } from "../accounts/passwords.ts";

/** What the code of a link is told; null for one that was never made. Whose it is only as long as it lets in. */
export async function readInvitation(
  { db, now }: Context,
  { code }: { readonly code: string },
): Promise<InvitationSeen | null> {
  const row = await findInvitation(db, hashOfCode(code));
  if (!row) return null;
  const times = invitationTimes(row);
  const state = invitationState(times, now());
  const { firstName, lastName, username } = userFromRow(row);
  const isNew = row.password_hash === NO_PASSWORD;
  return {
    state,
    expiresAt: times.expiresAt,
    person: state === "open" ? { firstName, lastName, username, isNew } : null,
  };
}
