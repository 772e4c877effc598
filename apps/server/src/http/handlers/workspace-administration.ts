import { workspaceToWire } from "@postil/contract/mapping/accounts";
import { workspaceOverviewToWire, workspaceSummaryToWire } from "@postil/contract/mapping/workspaces";
import type { RenameWorkspace } from "../../usecases/workspaces/rename-workspace.ts";
import type { HandlerContext, Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";

export function workspaceAdministrationHandlers({ store, accounts }: HandlerParts) {
  const rename = accounts.forgetting((input: RenameWorkspace, { caller }: HandlerContext) =>
    store.write("renameWorkspace", caller, input),
  );
  return {
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
    renameWorkspace: async ({ params, body }, context) =>
      workspaceToWire(await rename({ workspaceId: params.workspace_id, name: body.name }, context)),
  } satisfies Partial<Handlers>;
}
