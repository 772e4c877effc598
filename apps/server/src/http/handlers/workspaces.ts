import { workspaceToWire } from "@postil/contract/mapping/accounts";
import { compareCodePoints } from "@postil/domain/text/code-point-order";
import type { AddWorkspaceUser } from "../../usecases/workspaces/add-workspace-user.ts";
import type { Membership } from "../../usecases/workspaces/insert-membership.ts";
import type { HandlerContext, Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { userForCaller, userForCallerV0 } from "../user-for-caller.ts";

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  compareCodePoints(one.name, other.name);

type PathOfUser = { readonly workspace_id: string; readonly user_id: string };
const membership = (path: PathOfUser): Membership => ({ workspaceId: path.workspace_id, userId: path.user_id });

export function workspaceHandlers({ store, accounts }: HandlerParts) {
  const create = accounts.forgetting((name: string, { caller }: HandlerContext) =>
    store.write("createWorkspace", caller, { name }),
  );
  const remove = accounts.forgetting((workspaceId: string, { caller }: HandlerContext) =>
    store.write("deleteWorkspace", caller, { workspaceId }),
  );
  const addUser = accounts.forgetting((input: AddWorkspaceUser, { caller }: HandlerContext) =>
    store.write("addWorkspaceUser", caller, input),
  );
  const removeUser = accounts.forgetting((input: Membership, { caller }: HandlerContext) =>
    store.write("removeWorkspaceUser", caller, input),
  );
  const users = (workspaceId: string, { caller }: HandlerContext) =>
    store.read("listWorkspaceUsers", caller, { workspaceId });

  return {
    getWorkspace: async ({ params }, { caller }) =>
      workspaceToWire(await store.read("getWorkspace", caller, { workspaceId: params.workspace_id })),
    createWorkspace: async ({ body }, context) => workspaceToWire(await create(body.name, context)),
    deleteWorkspace: async ({ params }, context) => workspaceToWire(await remove(params.workspace_id, context)),
    listWorkspaceUsers: async ({ params }, context) => ({
      items: (await users(params.workspace_id, context)).map(userForCaller(context)),
    }),
    addWorkspaceUser: async ({ params, body }, context) => {
      const input = { workspaceId: params.workspace_id, userId: body.user_id, userNamedBy: "body" } as const;
      return userForCaller(context)(await addUser(input, context));
    },
    removeWorkspaceUser: async ({ params }, context) =>
      userForCaller(context)(await removeUser(membership(params), context)),
    listWorkspacesV0: async (_asked, context) => context.workspaces.toSorted(byName).map(workspaceToWire),
    createWorkspaceV0: async ({ body }, context) => workspaceToWire(await create(body.name, context)),
    listWorkspaceUsersV0: async ({ params }, context) =>
      (await users(params.workspace_id, context)).map(userForCallerV0(context)),
    addWorkspaceUserV0: async ({ params }, context) =>
      userForCallerV0(context)(await addUser({ ...membership(params), userNamedBy: "path" }, context)),
    removeWorkspaceUserV0: async ({ params }, context) =>
      userForCallerV0(context)(await removeUser(membership(params), context)),
  } satisfies Partial<Handlers>;
}
