import { workspaceToWire } from "@postil/contract/mapping/accounts";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { hashPassword } from "../../usecases/accounts/passwords.ts";
import { requireOwner } from "../../usecases/refuse.ts";
import type { Handlers, Visit } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { signedIn } from "../signed-in.ts";
import { userForCaller, userForCallerV0 } from "../user-for-caller.ts";

export function userHandlers({ store, accounts }: HandlerParts) {
  const createUser = accounts.forgetting(
    async (body: Asked<Routes["createUser"]>["body"], workspaces: readonly string[], visit: Visit) => {
      // Asked here too: a hash costs more than most calls, and is not made for those who may not create users.
      requireOwner(signedIn(visit).caller);
      return store.write("createUser", visit.caller, {
        firstName: body.first_name,
        lastName: body.last_name ?? null,
        username: body.username,
        role: body.role ?? "annotator",
        passwordHash: await hashPassword(body.password),
        workspaces,
      });
    },
  );
  const deleteUser = accounts.forgetting((userId: string, visit: Visit) =>
    store.write("deleteUser", visit.caller, { userId }),
  );

  return {
    listUsers: async (_asked, visit) => ({
      items: (await store.read("listUsers", visit.caller, undefined)).map(userForCaller(visit)),
    }),
    getUser: async ({ params }, visit) =>
      userForCaller(visit)({ user: await store.read("getUser", visit.caller, { userId: params.user_id }) }),
    createUser: async ({ body }, visit) => userForCaller(visit)(await createUser(body, [], visit)),
    deleteUser: async ({ params }, visit) => userForCaller(visit)(await deleteUser(params.user_id, visit)),
    listUserWorkspaces: async ({ params }, { caller }) => ({
      items: (await store.read("listUserWorkspaces", caller, { userId: params.user_id })).map(workspaceToWire),
    }),
    listUsersV0: async (_asked, visit) =>
      (await store.read("listUsers", visit.caller, undefined)).map(userForCallerV0(visit)),
    createUserV0: async ({ body }, visit) =>
      userForCallerV0(visit)(await createUser(body, body.workspaces ?? [], visit)),
    deleteUserV0: async ({ params }, visit) => userForCallerV0(visit)(await deleteUser(params.user_id, visit)),
  } satisfies Partial<Handlers>;
}
