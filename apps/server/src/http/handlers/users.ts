import { workspaceToWire } from "@postil/contract/mapping/accounts";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { hashPassword } from "../../usecases/accounts/passwords.ts";
import { requireOwner } from "../../usecases/refuse.ts";
import type { HandlerContext, Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { signedIn } from "../signed-in.ts";
import { userForCaller, userForCallerV0 } from "../user-for-caller.ts";

export function userHandlers({ store, accounts }: HandlerParts) {
  const createUser = accounts.forgetting(
    async (body: Asked<Routes["createUser"]>["body"], workspaces: readonly string[], context: HandlerContext) => {
      // Asked here too: a hash costs more than most calls, and is not made for those who may not create users.
      requireOwner(signedIn(context).caller);
      return store.write("createUser", context.caller, {
        firstName: body.first_name,
        lastName: body.last_name ?? null,
        username: body.username,
        role: body.role ?? "annotator",
        passwordHash: await hashPassword(body.password),
        workspaces,
      });
    },
  );
  const deleteUser = accounts.forgetting((userId: string, context: HandlerContext) =>
    store.write("deleteUser", context.caller, { userId }),
  );

  return {
    listUsers: async (_asked, context) => ({
      items: (await store.read("listUsers", context.caller, undefined)).map(userForCaller(context)),
    }),
    getUser: async ({ params }, context) =>
      userForCaller(context)({ user: await store.read("getUser", context.caller, { userId: params.user_id }) }),
    createUser: async ({ body }, context) => userForCaller(context)(await createUser(body, [], context)),
    deleteUser: async ({ params }, context) => userForCaller(context)(await deleteUser(params.user_id, context)),
    listUserWorkspaces: async ({ params }, { caller }) => ({
      items: (await store.read("listUserWorkspaces", caller, { userId: params.user_id })).map(workspaceToWire),
    }),
    listUsersV0: async (_asked, context) =>
      (await store.read("listUsers", context.caller, undefined)).map(userForCallerV0(context)),
    createUserV0: async ({ body }, context) =>
      userForCallerV0(context)(await createUser(body, body.workspaces ?? [], context)),
    deleteUserV0: async ({ params }, context) => userForCallerV0(context)(await deleteUser(params.user_id, context)),
  } satisfies Partial<Handlers>;
}
