import { userToWire, userToWireV0, workspaceToWire } from "@postil/contract/mapping/accounts";
import { Refusal } from "@postil/domain/refusal";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { signedIn } from "../signed-in.ts";

const oauthIsOff = () => new Refusal("not_found", "OAuth2 is not enabled");

/** Who is asking: from memory, without a question to the store. */
export function accountHandlers({ signIn }: HandlerParts) {
  return {
    createToken: ({ body }, { address }) => signIn.withPassword(body, address),
    createTokenV0: ({ body }, { address }) => signIn.withPassword(body, address),
    exchangeSignInLink: ({ body }) => signIn.withLink(body.code),
    listOauthProviders: async () => ({ items: [] }),
    startOauth: async () => {
      throw oauthIsOff();
    },
    finishOauth: async () => {
      throw oauthIsOff();
    },
    getMe: async (_asked, context) => {
      const { caller, user } = signedIn(context);
      return userToWire(caller, user);
    },
    getMeV0: async (_asked, context) => {
      const { caller, user, workspaces } = signedIn(context);
      return userToWireV0(
        caller,
        user,
        workspaces.map((workspace) => workspace.name),
      );
    },
    listMyWorkspaces: async (_asked, context) => ({ items: context.workspaces.map(workspaceToWire) }),
  } satisfies Partial<Handlers>;
}
