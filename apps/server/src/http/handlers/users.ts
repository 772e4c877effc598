import { userToWire, userToWireV0, workspaceToWire } from "@postil/contract/mapping";
import type { Asked } from "@postil/contract/route";
import type { Routes } from "@postil/contract/routes";
import { hashPassword } from "../../usecases/accounts/passwords.ts";
import { requireOwner } from "../../usecases/refuse.ts";
import type { UserWithWorkspaces } from "../../usecases/users/with-workspaces.ts";
import type { Handlers, Visit } from "../handler.ts";
import type { HandlerParts } from "../handlers.ts";
import { signedIn } from "../signed-in.ts";

const toWireV0 = ({ user, workspaces }: UserWithWorkspaces) => userToWireV0(user, workspaces);

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
    listUsers: async (_asked, { caller }) => ({
      items: (await store.read("listUsers", caller, undefined)).map(({ user }) => userToWire(user)),
    }),
    getUser: async ({ params }, { caller }) =>
      userToWire(await store.read("getUser", caller, { userId: params.user_id })),
    createUser: async ({ body }, visit) => userToWire((await createUser(body, [], visit)).user),
    deleteUser: async ({ params }, visit) => userToWire((await deleteUser(params.user_id, visit)).user),
    listUserWorkspaces: async ({ params }, { caller }) => ({
      items: (await store.read("listUserWorkspaces", caller, { userId: params.user_id })).map(workspaceToWire),
    }),
    listUsersV0: async (_asked, { caller }) => (await store.read("listUsers", caller, undefined)).map(toWireV0),
    createUserV0: async ({ body }, visit) => toWireV0(await createUser(body, body.workspaces ?? [], visit)),
    deleteUserV0: async ({ params }, visit) => toWireV0(await deleteUser(params.user_id, visit)),
  } satisfies Partial<Handlers>;
}
