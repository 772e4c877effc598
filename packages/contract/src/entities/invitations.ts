import { INVITATION_STATES } from "@postil/domain/accounts/invitations";
import { z } from "zod";
import { id, time } from "./parts.ts";

/** A new invitation; only this reply contains its code. */
export const WireInvitation = z.object({ user_id: id, username: z.string(), code: z.string(), expires_at: time });
export type WireInvitation = z.output<typeof WireInvitation>;

/** An invitation for a person who has its code; `person` only while it is open. */
export const WireInvitationSeen = z.object({
  state: z.enum(INVITATION_STATES),
  expires_at: time,
  person: z
    .object({ first_name: z.string(), last_name: z.string().nullable(), username: z.string(), is_new: z.boolean() })
    .nullable(),
});
export type WireInvitationSeen = z.output<typeof WireInvitationSeen>;
