import type { InvitationDays, MadeInvitation } from "@postil/domain/accounts/invitations";
import type { Context } from "../../storage/store.ts";
import { NO_PASSWORD } from "../accounts/passwords.ts";
import { type CreateUser, createUser } from "../users/create-user.ts";
import { makeInvitation } from "./make-invitation.ts";

export type CreateInvitation = Omit<CreateUser, "passwordHash"> & { readonly days: InvitationDays };

/** Adds a person who has no password yet, and the link by which they choose one. */
export async function createInvitation(context: Context, input: CreateInvitation): Promise<MadeInvitation> {
  const { days, ...person } = input;
  const { user } = await createUser(context, { ...person, passwordHash: NO_PASSWORD });
  return makeInvitation(context, user, days);
}
