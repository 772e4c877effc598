import { workspaceOverviewFromWire, workspaceSummaryFromWire } from "@postil/contract/accounts/administration-mapping";
import { queryOptions } from "@tanstack/react-query";
import { atLeast } from "../../minimum-delay.ts";
import { api } from "../api.ts";
import { keptFresh } from "./kept-fresh.ts";

/** Workspaces for the administration pages. Failures show in their own places, so the calls are quiet. */

/** Data older than this is reloaded when it is shown again. The figures also reload when the window gets the focus. */
const STALE_TIME = 60_000;
const lists = { staleTime: STALE_TIME, ...keptFresh } as const;
const figures = { staleTime: STALE_TIME, refetchOnWindowFocus: true } as const;

/** The workspaces that the user manages, with their contents. */
export const managedWorkspacesQuery = () =>
  queryOptions({
    queryKey: ["workspaces", "managed"],
    queryFn: async ({ signal }) => {
      const { items, people } = await atLeast(api.call("listWorkspaces", {}, { signal, quiet: true }));
      return { workspaces: items.map(workspaceSummaryFromWire), people };
    },
    ...lists,
  });

/** The answers of the last seven days by workspace. A workspace without answers is not in the map. */
export const workspacesAnswersQuery = () =>
  queryOptions({
    queryKey: ["workspaces", "answers"],
    queryFn: async ({ signal }) => {
      const { items } = await api.call("countAnswersOfWorkspaces", {}, { signal, quiet: true });
      return new Map(items.map(({ workspace_id, answers }) => [workspace_id, answers]));
    },
    ...figures,
  });

/** The people of a workspace and its datasets. */
export const workspaceOverviewQuery = (id: string) =>
  queryOptions({
    queryKey: ["workspaces", "overview", id],
    queryFn: async ({ signal }) =>
      workspaceOverviewFromWire(
        await atLeast(api.call("getWorkspaceOverview", { params: { workspace_id: id } }, { signal, quiet: true })),
      ),
    ...lists,
  });

/** The answers of the last seven days in a workspace by person. */
export const workspaceAnswersQuery = (id: string) =>
  queryOptions({
    queryKey: ["workspaces", "answers", id],
    queryFn: async ({ signal }) => {
      const { items } = await api.call(
        "countAnswersInWorkspace",
        { params: { workspace_id: id } },
        { signal, quiet: true },
      );
      return new Map(items.map(({ user_id, answers }) => [user_id, answers]));
    },
    ...figures,
  });
