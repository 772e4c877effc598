import { userToWire, userToWireV0, workspaceToWire } from "@postil/contract/mapping/accounts";
import type { RenewsHeaders } from "@postil/contract/routes/accounts";
import { bearerOf } from "../authenticate.ts";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { signedIn } from "../signed-in.ts";

const renews = (headers: RenewsHeaders): boolean => headers["x-postil-renews"] === "true";

/** Tells the caller who they are, from memory, without a query to the store. */
export function accountHandlers({ store, accounts, signIn, providerSignIn }: HandlerParts) {
  return {
    createToken: ({ body, headers }, { from }) => signIn.withPassword(body, renews(headers), from),
    createTokenV0: ({ body, headers }, { from }) => signIn.withPassword(body, renews(headers), from),
    exchangeSignInLink: ({ body }, { from }) => signIn.withLink(body.code, from),
    renewToken: ({ headers }, { from }) => signIn.renewed(bearerOf(headers.authorization), from),
    signOut: async (_asked, { caller }) => {
      await accounts.write("endOwnSession", caller, undefined);
      return null;
    },
    getOtherSessions: async (_asked, { caller }) => ({
      count: await store.read("countOtherSessions", caller, undefined),
    }),
    endOtherSessions: async (_asked, { caller }) => ({
      count: await accounts.write("endOtherSessions", caller, undefined),
    }),
    listOauthProviders: async () => ({ items: [...providerSignIn.list()] }),
    startOauth: ({ params, query, headers: { cookie } }, { origin, from }) =>
      providerSignIn.begin({ name: params.provider, query, cookie, origin, from }),
    finishOauth: ({ params, query, headers: { cookie } }, { origin, from }) =>
      providerSignIn.finish({ name: params.provider, query, cookie, origin, from }),
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
