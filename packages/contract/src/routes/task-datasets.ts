import { z } from "zod";
import { WireTaskDataset } from "../entities/task-datasets.ts";
import { ChangedTaskDataset, CopiedTaskDataset, NewTaskDataset } from "../inputs/task-datasets.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";

/** Datasets of the older family, identified by workspace and name (contract api-v0 rows 13 to 20). */

const inWorkspace = { query: WorkspaceQuery, headers: WorkspaceHeaders } as const;

export const taskDatasetRoutes = {
  listTaskDatasetsV0: route({
    method: "GET",
    path: "/api/datasets",
    access: "signed-in",
    summary: "The task datasets of one workspace, or of all the caller has access to",
    ...inWorkspace,
    replies: { 200: z.array(WireTaskDataset) },
  }),
  createTaskDatasetV0: route({
    method: "POST",
    path: "/api/datasets",
    access: "manager",
    conflicts: true,
    summary: "Create a task dataset; the workspace of the body wins",
    ...inWorkspace,
    body: NewTaskDataset,
    replies: { 200: WireTaskDataset },
  }),
  getTaskDatasetV0: route({
    method: "GET",
    path: "/api/datasets/:name",
    access: "member",
    summary: "One task dataset",
    ...inWorkspace,
    replies: { 200: WireTaskDataset },
  }),
  updateTaskDatasetV0: route({
    method: "PATCH",
    path: "/api/datasets/:name",
    access: "member",
    summary: "Set some of the tags and of the metadata of a task dataset",
    ...inWorkspace,
    body: ChangedTaskDataset,
    replies: { 200: WireTaskDataset },
  }),
  deleteTaskDatasetV0: route({
    method: "DELETE",
    path: "/api/datasets/:name",
    access: "manager",
    summary: "Delete a task dataset, if it is there",
    ...inWorkspace,
    replies: { 200: z.null() },
  }),
  copyTaskDatasetV0: route({
    method: "PUT",
    path: "/api/datasets/:name::copy",
    access: "manager",
    conflicts: true,
    summary: "Copy a task dataset with its settings, rules and records; answered when all are copied",
    ...inWorkspace,
    body: CopiedTaskDataset,
    replies: { 200: WireTaskDataset },
  }),
  closeTaskDatasetV0: route({
    method: "PUT",
    path: "/api/datasets/:name::close",
    access: "manager",
    summary: "Close a task dataset: nothing is done with its records until it is opened",
    ...inWorkspace,
    replies: { 200: z.null() },
  }),
  openTaskDatasetV0: route({
    method: "PUT",
    path: "/api/datasets/:name::open",
    access: "manager",
    summary: "Open a task dataset that was closed",
    ...inWorkspace,
    replies: { 200: z.null() },
  }),
};
