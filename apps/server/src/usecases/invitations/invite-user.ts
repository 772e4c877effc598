import type { InvitationDays, MadeInvitation } from "@postil/domain/accounts/invitations";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { loadPerson } from "../people/load-people.ts";
import { requireForPassword } from "../people/require-person.ts";
import { makeInvitation } from "./make-invitation.ts";

export type InviteUser = { readonly userId: string; readonly days: InvitationDays };

/** A link by which another user who is there already chooses a new password; until then the one they have is good. */
export async function inviteUser(context: Context, { userId, days }: InviteUser): Promise<MadeInvitation> {
  const person = await requireForPassword(context, userId);
  const { state } = await loadPerson(context, userId);
  if (state === "deactivated")
    throw new Refusal(
      "conflict",
      `\`${person.username}\` is deactivated; a link would let nobody in until that is undone`,
    );
  return makeInvitation(context, person, days);
}
