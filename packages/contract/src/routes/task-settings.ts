import { z } from "zod";
import { TEXT_BYTES } from "../body-limit.ts";
import { WireTaskSettings } from "../entities/task-settings.ts";
import { ChangedTaskSettings, LABELED_TASK, TaskSettingsPath } from "../inputs/task-settings.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";

/**
 * Settings of task datasets (contract api-v0 rows 21 to 23). In the path, the task may also come before the name,
 * except for PATCH.
 */

const path = `/api/datasets/:name/:task${LABELED_TASK}/settings` as const;
const named = { params: TaskSettingsPath, query: WorkspaceQuery, headers: WorkspaceHeaders } as const;
const saving = {
  path,
  access: "manager",
  ...named,
  body: ChangedTaskSettings,
  bodyLimit: TEXT_BYTES,
  replies: { 200: WireTaskSettings },
} as const;

export const taskSettingsRoutes = {
  getTaskSettingsV0: route({
    method: "GET",
    path,
    access: "member",
    summary: "The labels of a task dataset and the vectors of its records, once they are set",
    ...named,
    replies: { 200: WireTaskSettings },
  }),
  updateTaskSettingsV0: route({
    method: "PATCH",
    summary: "Set the labels of a task dataset, or some of the vectors of its records",
    ...saving,
  }),
  putTaskSettingsV0: route({
    method: "PUT",
    summary: "The same by another method",
    ...saving,
  }),
  deleteTaskSettingsV0: route({
    method: "DELETE",
    path,
    access: "manager",
    summary: "Delete what is set for a task dataset, if anything is",
    ...named,
    replies: { 200: z.null() },
  }),
};
