import { INVITATION_STATES } from "@postil/domain/accounts/invitations";
import { z } from "zod";
import { id, time } from "./parts.ts";

/** As it is made; its code is not told again. */
export const WireInvitation = z.object({ user_id: id, username: z.string(), code: z.string(), expires_at: time });
export type WireInvitation = z.output<typeof WireInvitation>;

/** As whoever has its code is told of it; `person` while it is open. */
export const WireInvitationSeen = z.object({
  state: z.enum(INVITATION_STATES),
  expires_at: time,
  person: z
    .object({ first_name: z.string(), last_name: z.string().nullable(), username: z.string(), is_new: z.boolean() })
    .nullable(),
});
export type WireInvitationSeen = z.output<typeof WireInvitationSeen>;
