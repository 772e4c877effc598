import type { WireUpload } from "@postil/contract/datasets/uploads";
import { queryOptions, skipToken } from "@tanstack/react-query";
import "../manager-routes.ts";
import { api } from "../api.ts";
import { failureOf } from "../failure.ts";

/** Files and imports of the caller (IMP-05). A failure is shown in its own place, so the calls are quiet. */

/** How often a running import is asked for, and how often the list of imports, ms. */
const EVERY = { import: 500, list: 5_000 } as const;

export const isRunning = ({ state }: Pick<WireUpload, "state">): boolean => state === "checking" || state === "storing";

/** It was removed, the server was started again, or the person may not see it any more: it will not come back. */
export const isLost = (error: unknown): boolean => [403, 404].includes(failureOf(error)?.status ?? 0);

export const uploadsQuery = () =>
  queryOptions({
    queryKey: ["uploads"],
    queryFn: async ({ signal }) => (await api.call("listUploads", {}, { signal, quiet: true })).items,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? EVERY.list : false),
    refetchOnWindowFocus: true,
  });

/** The people whose answers a file may hold: those of the workspace, and the caller. */
export const workspacePeopleQuery = (workspaceId: string | null) =>
  queryOptions({
    queryKey: ["workspace people", workspaceId],
    queryFn:
      workspaceId === null
        ? skipToken
        : async ({ signal }) =>
            (await api.call("listWorkspaceUsers", { params: { workspace_id: workspaceId } }, { signal, quiet: true }))
              .items,
  });

/** The parts of a dataset that a file can fill. */
export const addTargetQuery = (datasetId: string) =>
  queryOptions({
    queryKey: ["dataset", datasetId, "add-target"],
    queryFn: ({ signal }) => api.call("getAddTarget", { params: { dataset_id: datasetId } }, { signal, quiet: true }),
  });

/** One import, asked for until it has ended. */
export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ["uploads", id],
    queryFn: ({ signal }) => api.call("getUpload", { params: { upload_id: id } }, { signal, quiet: true }),
    refetchInterval: ({ state: { data, error } }) =>
      data !== undefined && isRunning(data) && !isLost(error) ? EVERY.import : false,
    refetchOnWindowFocus: true,
  });
