import { invitationFromWire } from "@postil/contract/mapping/invitations";
import type { InvitationDays, MadeInvitation } from "@postil/domain/accounts/invitations";
import type { Person } from "@postil/domain/accounts/people";
import { api } from "../../../lib/api/api.ts";
import { underBase } from "../../../lib/base-path.ts";

/** Whom a link is for. */
export type Invited = Pick<Person, "id" | "firstName" | "lastName" | "username" | "role"> & {
  /** names */
  readonly workspaces: readonly string[];
};

/** The address that the code of an invitation belongs to; what follows # stays in the browser. */
export const invitationLink = (code: string): string => `${window.location.origin}${underBase("/invitation")}#${code}`;

/** A link for somebody who is there; it ends the one before. */
export const makeLink = async (userId: string, days: InvitationDays): Promise<MadeInvitation> =>
  invitationFromWire(await api.call("inviteUser", { params: { user_id: userId }, body: { days } }, { quiet: true }));
