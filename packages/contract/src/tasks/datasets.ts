import { TASKS } from "@postil/domain/datasets/dataset";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { metadataValues } from "../feedback/values.ts";
import { route } from "../route.ts";
import { oneOf, text } from "../wire/leaf.ts";
import { time } from "../wire/replies.ts";
import { last, mapOf } from "../wire/shape.ts";

/** A dataset of the older family, without nulls (contract api-v0 section 3). */
export const WireTaskDataset = z.object({
  id: z.string(),
  name: z.string(),
  task: z.string(),
  workspace: z.string(),
  owner: z.string().optional(),
  tags: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.unknown()),
  created_at: time,
  created_by: z.string().optional(),
  last_updated: time,
});
export type WireTaskDataset = z.output<typeof WireTaskDataset>;

/** The workspace of a call on task datasets: the parameter wins, then our header, then that of 1.x clients (API-03). */
export const WorkspaceQuery = z.object({ workspace: last(text().optional()) });
export const WorkspaceHeaders = z.object({
  "x-postil-workspace": text().optional(),
  "x-argilla-workspace": text().optional(),
});

export const inWorkspace = { query: WorkspaceQuery, headers: WorkspaceHeaders } as const;

export type NamesWorkspace = {
  readonly query: z.output<typeof WorkspaceQuery>;
  readonly headers: z.output<typeof WorkspaceHeaders>;
};

/** The name that is used; null if none is given. */
export const workspaceNamed = ({ query, headers }: NamesWorkspace): string | null =>
  query.workspace ?? headers["x-postil-workspace"] ?? headers["x-argilla-workspace"] ?? null;

/** Task datasets in requests (contract api-v0 section 3). */

const tags = mapOf(text(), { type: "string" });

export const NewTaskDataset = z.object({
  name: text(TASK_DATASET_NAME),
  task: oneOf(TASKS),
  workspace: text().nullish(),
  tags: tags.optional(),
  metadata: metadataValues.optional(),
});

/** `target_workspace`: if absent, null or empty, the copy is made in the workspace of the dataset. */
const CopiedTaskDataset = z.object({
  name: text(TASK_DATASET_NAME),
  target_workspace: text().nullish(),
  tags: tags.optional(),
  metadata: metadataValues.optional(),
});

/** Members that are absent stay as they are; a named tag or metadata key replaces its whole value. */
export const ChangedTaskDataset = z.object({ tags: tags.optional(), metadata: metadataValues.optional() });

/** Datasets of the older family, identified by workspace and name (contract api-v0 rows 13 to 20). */

export const taskDatasetRoutes = {
  listTaskDatasetsV0: route("GET", "/api/datasets", "signed-in", {
    summary: "The task datasets of one workspace, or of all the caller has access to",
    ...inWorkspace,
    replies: { 200: z.array(WireTaskDataset) },
  }),
  createTaskDatasetV0: route("POST", "/api/datasets", "manager", {
    conflicts: true,
    summary: "Create a task dataset; the workspace of the body wins",
    ...inWorkspace,
    body: NewTaskDataset,
    replies: { 200: WireTaskDataset },
  }),
  getTaskDatasetV0: route("GET", "/api/datasets/:name", "member", {
    summary: "One task dataset",
    ...inWorkspace,
    replies: { 200: WireTaskDataset },
  }),
  updateTaskDatasetV0: route("PATCH", "/api/datasets/:name", "member", {
    summary: "Set some of the tags and of the metadata of a task dataset",
    ...inWorkspace,
    body: ChangedTaskDataset,
    replies: { 200: WireTaskDataset },
  }),
  deleteTaskDatasetV0: route("DELETE", "/api/datasets/:name", "manager", {
    summary: "Delete a task dataset, if it is there",
    ...inWorkspace,
    replies: { 200: z.null() },
  }),
  copyTaskDatasetV0: route("PUT", "/api/datasets/:name::copy", "manager", {
    conflicts: true,
    summary: "Copy a task dataset with its settings, rules and records; answered when all are copied",
    ...inWorkspace,
    body: CopiedTaskDataset,
    replies: { 200: WireTaskDataset },
  }),
  closeTaskDatasetV0: route("PUT", "/api/datasets/:name::close", "manager", {
    summary: "Close a task dataset: nothing is done with its records until it is opened",
    ...inWorkspace,
    replies: { 200: z.null() },
  }),
  openTaskDatasetV0: route("PUT", "/api/datasets/:name::open", "manager", {
    summary: "Open a task dataset that was closed",
    ...inWorkspace,
    replies: { 200: z.null() },
  }),
};
