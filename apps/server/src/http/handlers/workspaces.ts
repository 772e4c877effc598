import { workspaceToWire } from "@postil/contract/mapping/accounts";
import { compareCodePoints } from "@postil/domain/text/python-text";
import type { AddWorkspaceUser } from "../../usecases/workspaces/add-workspace-user.ts";
import type { Membership } from "../../usecases/workspaces/insert-membership.ts";
import type { Handlers, Visit } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { userForCaller, userForCallerV0 } from "../user-for-caller.ts";

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  compareCodePoints(one.name, other.name);

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
      items: (await users(params.workspace_id, visit)).map(userForCaller(visit)),
    }),
    addWorkspaceUser: async ({ params, body }, visit) => {
      const input = { workspaceId: params.workspace_id, userId: body.user_id, userNamedBy: "body" } as const;
      return userForCaller(visit)(await addUser(input, visit));
    },
    removeWorkspaceUser: async ({ params }, visit) => userForCaller(visit)(await removeUser(membership(params), visit)),
    listWorkspacesV0: async (_asked, visit) => visit.workspaces.toSorted(byName).map(workspaceToWire),
    createWorkspaceV0: async ({ body }, visit) => workspaceToWire(await create(body.name, visit)),
    listWorkspaceUsersV0: async ({ params }, visit) =>
      (await users(params.workspace_id, visit)).map(userForCallerV0(visit)),
    addWorkspaceUserV0: async ({ params }, visit) =>
      userForCallerV0(visit)(await addUser({ ...membership(params), userNamedBy: "path" }, visit)),
    removeWorkspaceUserV0: async ({ params }, visit) =>
      userForCallerV0(visit)(await removeUser(membership(params), visit)),
  } satisfies Partial<Handlers>;
}
