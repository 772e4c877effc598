import { invitationSeenToWire, invitationToWire } from "@postil/contract/mapping/invitations";
import { USUAL_INVITATION_DAYS } from "@postil/domain/accounts/invitations";
import type { CreateInvitation } from "../../usecases/invitations/create-invitation.ts";
import type { HandlerContext, Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function invitationHandlers({ store, accounts, invitations }: HandlerParts) {
  const create = accounts.forgetting((input: CreateInvitation, { caller }: HandlerContext) =>
    store.write("createInvitation", caller, input),
  );
  const accept = accounts.forgetting(invitations.accept);

  return {
    createInvitation: async ({ body }, context) => {
      const person = {
        firstName: body.first_name,
        lastName: body.last_name ?? null,
        username: body.username,
        role: body.role ?? "annotator",
        workspaces: body.workspaces ?? [],
      };
      return invitationToWire(await create({ ...person, days: body.days ?? USUAL_INVITATION_DAYS }, context));
    },
    inviteUser: async ({ params, body }, { caller }) => {
      const asked = { userId: params.user_id, days: body.days ?? USUAL_INVITATION_DAYS };
      return invitationToWire(await store.write("inviteUser", caller, asked));
    },
    withdrawInvitation: async ({ params }, { caller }) => {
      await store.write("withdrawInvitation", caller, { userId: params.user_id });
      return null;
    },
    readInvitation: async ({ body }, { from }) => invitationSeenToWire(await invitations.read(body.code, from)),
    acceptInvitation: ({ body }, { from }) => accept(body, from),
  } satisfies Partial<Handlers>;
}
