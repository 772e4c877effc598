import { z } from "zod";
import { ANY_TASK, TaskMetricPath, TaskMetricQuery, TaskMetricsPath } from "../inputs/task-metrics.ts";
import { WireTaskQuery } from "../inputs/task-query.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";

/** Metrics of task datasets (contract api-v0 rows 41, 42). In the path, the task may also come before the name. */

const path = `/api/datasets/:name/:task${ANY_TASK}/metrics` as const;

export const taskMetricRoutes = {
  listTaskMetricsV0: route({
    method: "GET",
    path,
    access: "member",
    summary: "The metrics there are for a task dataset",
    params: TaskMetricsPath,
    query: WorkspaceQuery,
    headers: WorkspaceHeaders,
    replies: { 200: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().nullable() })) },
  }),
  summarizeTaskMetricV0: route({
    method: "POST",
    path: `${path}/:metric::summary`,
    access: "member",
    summary: "What a metric tells of the records that match",
    params: TaskMetricPath,
    query: TaskMetricQuery,
    headers: WorkspaceHeaders,
    body: WireTaskQuery,
    replies: { 200: z.record(z.string(), z.unknown()) },
  }),
};
