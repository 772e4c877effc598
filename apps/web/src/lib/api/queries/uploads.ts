import type { WireUpload } from "@postil/contract/datasets/uploads";
import type { WireAddTarget } from "@postil/contract/feedback/merging";
import type { WireTaskAddTarget } from "@postil/contract/tasks/merging";
import { FEEDBACK_TASK, type LinkedDataset, type Task } from "@postil/domain/datasets/dataset";
import { isTaskDatasetKey, readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import { queryOptions, skipToken } from "@tanstack/react-query";
import "../manager-routes.ts";
import { api } from "../api.ts";
import { failureOf } from "../failure.ts";
import { quietQuery } from "../quiet-query.ts";
import { taskDatasetKey } from "./task-dataset.ts";

/** Files and imports of the caller (IMP-05). A failure is shown in its own place, so the calls are quiet. */

/** How often a running import is asked for, and how often the list of imports, ms. */
const EVERY = { import: 500, list: 5_000 } as const;

export const isRunning = ({ state }: Pick<WireUpload, "state">): boolean => state === "checking" || state === "storing";

/** It was removed, the server was started again, or the person may not see it any more: it will not come back. */
export const isLost = (error: unknown): boolean => [403, 404].includes(failureOf(error)?.status ?? 0);

export const uploadsQuery = () =>
  quietQuery(["uploads"], "listUploads", {}, ({ items }) => items, {
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

/** A dataset that a file goes into, with its parts. */
export type AddTarget =
  | { readonly family: "feedback"; readonly dataset: LinkedDataset; readonly parts: WireAddTarget }
  | {
      readonly family: "task";
      readonly dataset: LinkedDataset & { readonly task: Task };
      readonly parts: WireTaskAddTarget;
    };

/** `key`: the id of a feedback dataset, or the key of a task dataset. */
export const addTargetQuery = (key: string) =>
  queryOptions({
    queryKey: isTaskDatasetKey(key)
      ? [...taskDatasetKey(...namesIn(key)), "add-target"]
      : (["dataset", key, "add-target"] as const),
    queryFn: async ({ signal }): Promise<AddTarget> => {
      const options = { signal, quiet: true };
      if (!isTaskDatasetKey(key)) {
        const parts = await api.call("getAddTarget", { params: { dataset_id: key } }, options);
        const { id, name } = parts.dataset;
        return { family: "feedback", dataset: { id, name, workspaceName: "", task: FEEDBACK_TASK }, parts };
      }
      const [workspace, name] = namesIn(key);
      const parts = await api.call("getTaskAddTarget", { params: { name }, query: { workspace } }, options);
      return { family: "task", dataset: { id: key, name, workspaceName: workspace, task: parts.task }, parts };
    },
  });

function namesIn(key: string): readonly [workspace: string, name: string] {
  const { workspace, dataset } = readTaskDatasetKey(key);
  return [workspace, dataset];
}

/** One import, asked for until it has ended. */
export const uploadQuery = (id: string) =>
  quietQuery(["uploads", id], "getUpload", { params: { upload_id: id } }, (upload) => upload, {
    refetchInterval: ({ state: { data, error } }) =>
      data !== undefined && isRunning(data) && !isLost(error) ? EVERY.import : false,
    refetchOnWindowFocus: true,
  });
