import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function ownPasswordHandlers({ store, ownPassword }: HandlerParts) {
  return {
    getMyPassword: (_asked, { caller }) => store.read("getOwnPassword", caller, undefined),
    changeMyPassword: async ({ body }, context) => {
      await ownPassword.change(body, context);
      return null;
    },
  } satisfies Partial<Handlers>;
}
