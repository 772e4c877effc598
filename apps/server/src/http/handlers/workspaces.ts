import { workspaceToWire } from "@postil/contract/mapping/accounts";
import { workspaceOverviewToWire, workspaceSummaryToWire } from "@postil/contract/mapping/workspaces";
import { compareCodePoints } from "@postil/domain/text/code-point-order";
import type { HandlerContext, Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { userForCaller, userForCallerV0 } from "../user-for-caller.ts";

const byName = (one: { readonly name: string }, other: { readonly name: string }) =>
  compareCodePoints(one.name, other.name);

type PathOfUser = { readonly workspace_id: string; readonly user_id: string };
const membership = (path: PathOfUser) => ({ workspaceId: path.workspace_id, userId: path.user_id });

export function workspaceHandlers({ store, accounts }: HandlerParts) {
  const create = (name: string, { caller }: HandlerContext) => accounts.write("createWorkspace", caller, { name });
  const users = (workspaceId: string, { caller }: HandlerContext) =>
    store.read("listWorkspaceUsers", caller, { workspaceId });
  const removeUser = (path: PathOfUser, { caller }: HandlerContext) =>
    accounts.write("removeWorkspaceUser", caller, membership(path));

  return {
    getWorkspace: async ({ params }, { caller }) =>
      workspaceToWire(await store.read("getWorkspace", caller, { workspaceId: params.workspace_id })),
    createWorkspace: async ({ body }, context) => workspaceToWire(await create(body.name, context)),
    deleteWorkspace: async ({ params }, { caller }) =>
      workspaceToWire(await accounts.write("deleteWorkspace", caller, { workspaceId: params.workspace_id })),
    listWorkspaceUsers: async ({ params }, context) => ({
      items: (await users(params.workspace_id, context)).map(userForCaller(context)),
    }),
    addWorkspaceUser: async ({ params, body }, context) => {
      const asked = { workspaceId: params.workspace_id, userId: body.user_id, userNamedBy: "body" } as const;
      return userForCaller(context)(await accounts.write("addWorkspaceUser", context.caller, asked));
    },
    removeWorkspaceUser: async ({ params }, context) => userForCaller(context)(await removeUser(params, context)),

    listWorkspacesV0: async (_asked, context) => context.workspaces.toSorted(byName).map(workspaceToWire),
    createWorkspaceV0: async ({ body }, context) => workspaceToWire(await create(body.name, context)),
    listWorkspaceUsersV0: async ({ params }, context) =>
      (await users(params.workspace_id, context)).map(userForCallerV0(context)),
    addWorkspaceUserV0: async ({ params }, context) => {
      const asked = { ...membership(params), userNamedBy: "path" } as const;
      return userForCallerV0(context)(await accounts.write("addWorkspaceUser", context.caller, asked));
    },
    removeWorkspaceUserV0: async ({ params }, context) => userForCallerV0(context)(await removeUser(params, context)),

    listWorkspaces: async (_asked, { caller }) => {
      const { workspaces, people } = await store.read("listWorkspaces", caller, undefined);
      return { items: workspaces.map(workspaceSummaryToWire), people };
    },
    countAnswersOfWorkspaces: async (_asked, { caller }) => {
      const found = await store.read("countAnswersOfWorkspaces", caller, undefined);
      return { items: found.map(({ workspaceId, answers }) => ({ workspace_id: workspaceId, answers })) };
    },
    countAnswersInWorkspace: async ({ params }, { caller }) => {
      const found = await store.read("countAnswersInWorkspace", caller, { workspaceId: params.workspace_id });
      return { items: found.map(({ userId, answers }) => ({ user_id: userId, answers })) };
    },
    getWorkspaceOverview: async ({ params }, { caller }) =>
      workspaceOverviewToWire(await store.read("getWorkspaceOverview", caller, { workspaceId: params.workspace_id })),
    renameWorkspace: async ({ params, body }, { caller }) => {
      const asked = { workspaceId: params.workspace_id, name: body.name };
      return workspaceToWire(await accounts.write("renameWorkspace", caller, asked));
    },
  } satisfies Partial<Handlers>;
}
