import { noteAudit } from "../../storage/audit.ts";
import { endInvitation } from "../../storage/invitations.ts";
import type { Context } from "../../storage/store.ts";
import { requirePerson } from "../people/require-person.ts";

/** Ends the link of a user, if there is one; what they are in and may do stays. */
export async function withdrawInvitation(context: Context, { userId }: { readonly userId: string }): Promise<void> {
  const user = await requirePerson(context, userId);
  const ended = await endInvitation(context.db, user.id, context.now());
  if (ended) await noteAudit(context, { kind: "invitation_withdrawn", person: user });
}
