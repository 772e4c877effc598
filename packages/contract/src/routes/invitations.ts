import { INVITATION_DAYS, type InvitationDays } from "@postil/domain/accounts/invitations";
import { ROLES } from "@postil/domain/accounts/users";
import { PASSWORD, PERSON_NAME, USERNAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireToken } from "../entities/accounts.ts";
import { WireInvitation, WireInvitationSeen } from "../entities/invitations.ts";
import { route } from "../route.ts";
import { leaf, oneOf, text } from "../wire/leaf.ts";
import { list } from "../wire/shape.ts";

/** One-time links for choosing a password: Postil's own. */

const days = leaf<InvitationDays>(
  (value) => {
    const found = INVITATION_DAYS.find((one) => one === value);
    const msg = `an invitation is good for ${INVITATION_DAYS.join(", ")} days`;
    return found === undefined ? { refused: { type: "value_error", msg } } : { ok: found };
  },
  { type: "integer", enum: INVITATION_DAYS },
);

const code = text({ min: 1, max: 200 });

export const invitationRoutes = {
  createInvitation: route({
    method: "POST",
    path: "/api/postil/v1/invitations",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "Add a person who chooses their password by a one-time link",
    body: z.object({
      first_name: text({ ...PERSON_NAME, trim: true }),
      last_name: text({ ...PERSON_NAME, trim: true }).nullish(),
      username: text(USERNAME),
      role: oneOf(ROLES).nullish(),
      workspaces: list(text()).nullish(),
      days: days.nullish(),
    }),
    replies: { 201: WireInvitation },
  }),
  inviteUser: route({
    method: "PUT",
    path: "/api/postil/v1/users/:user_id/invitation",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "A one-time link by which a user chooses a new password; it ends the one before",
    body: z.object({ days: days.nullish() }),
    replies: { 200: WireInvitation },
  }),
  withdrawInvitation: route({
    method: "DELETE",
    path: "/api/postil/v1/users/:user_id/invitation",
    access: "owner",
    summary: "End the one-time link of a user",
    replies: { 204: z.null() },
  }),
  readInvitation: route({
    method: "POST",
    path: "/api/postil/v1/invitations/read",
    access: "credentials",
    summary: "What a one-time link is for, and whether it is still good",
    body: z.object({ code }),
    replies: { 200: WireInvitationSeen },
  }),
  acceptInvitation: route({
    method: "POST",
    path: "/api/postil/v1/invitations/accept",
    access: "credentials",
    conflicts: true,
    summary: "Choose a password by a one-time link, and sign in",
    body: z.object({ code, password: text(PASSWORD) }),
    replies: { 200: WireToken },
  }),
};
