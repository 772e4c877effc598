import { userToWire, userToWireV0, workspaceToWire } from "@postil/contract/mapping";
import type { UserWithWorkspaces } from "../../usecases/users/with-workspaces.ts";
import type { AddWorkspaceUser } from "../../usecases/workspaces/add-workspace-user.ts";
import type { Membership } from "../../usecases/workspaces/insert-membership.ts";
import type { Handlers, Visit } from "../handler.ts";
import type { HandlerParts } from "../handlers.ts";

const toWireV0 = ({ user, workspaces }: UserWithWorkspaces) => userToWireV0(user, workspaces);
const byName = (one: { readonly name: string }, other: { readonly name: string }) => (one.name < other.name ? -1 : 1);

type PathOfUser = { readonly workspace_id: string; readonly user_id: string };
const membership = (path: PathOfUser): Membership => ({ workspaceId: path.workspace_id, userId: path.user_id });

export function workspaceHandlers({ store, accounts }: HandlerParts) {
  const create = accounts.forgetting((name: string, { caller }: Visit) =>
    store.write("createWorkspace", caller, { name }),
  );
  const remove = accounts.forgetting((workspaceId: string, { caller }: Visit) =>
    store.write("deleteWorkspace", caller, { workspaceId }),
  );
  const addUser = accounts.forgetting((input: AddWorkspaceUser, { caller }: Visit) =>
    store.write("addWorkspaceUser", caller, input),
  );
  const removeUser = accounts.forgetting((input: Membership, { caller }: Visit) =>
    store.write("removeWorkspaceUser", caller, input),
  );
  const users = (workspaceId: string, { caller }: Visit) => store.read("listWorkspaceUsers", caller, { workspaceId });

  return {
    getWorkspace: async ({ params }, { caller }) =>
      workspaceToWire(await store.read("getWorkspace", caller, { workspaceId: params.workspace_id })),
    createWorkspace: async ({ body }, visit) => workspaceToWire(await create(body.name, visit)),
    deleteWorkspace: async ({ params }, visit) => workspaceToWire(await remove(params.workspace_id, visit)),
    listWorkspaceUsers: async ({ params }, visit) => ({
      items: (await users(params.workspace_id, visit)).map(({ user }) => userToWire(user)),
    }),
    addWorkspaceUser: async ({ params, body }, visit) => {
      const input = { workspaceId: params.workspace_id, userId: body.user_id, userNamedBy: "body" } as const;
      return userToWire((await addUser(input, visit)).user);
    },
    removeWorkspaceUser: async ({ params }, visit) => userToWire((await removeUser(membership(params), visit)).user),
    listWorkspacesV0: async (_asked, visit) => visit.workspaces.toSorted(byName).map(workspaceToWire),
    createWorkspaceV0: async ({ body }, visit) => workspaceToWire(await create(body.name, visit)),
    listWorkspaceUsersV0: async ({ params }, visit) => (await users(params.workspace_id, visit)).map(toWireV0),
    addWorkspaceUserV0: async ({ params }, visit) =>
      toWireV0(await addUser({ ...membership(params), userNamedBy: "path" }, visit)),
    removeWorkspaceUserV0: async ({ params }, visit) => toWireV0(await removeUser(membership(params), visit)),
  } satisfies Partial<Handlers>;
}
