import { TASKS } from "@postil/domain/datasets/dataset-links";
import { z } from "zod";
import { integer, number, oneOf, text } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";
import { WorkspaceQuery } from "./task-workspace.ts";

/** Requests for metrics of task datasets (contract api-v0 section 9). */

export const ANY_TASK = `(${TASKS.join("|")})`;

export const TaskMetricsPath = z.object({ name: text(), task: oneOf(TASKS) });
export const TaskMetricPath = TaskMetricsPath.extend({ metric: text() });

/** Parameters that some metrics use; the others ignore them. */
export const TaskMetricQuery = WorkspaceQuery.extend({
  size: last(integer({ ge: 1 }).optional()),
  interval: last(number({ gt: 0, isFloat: true }).optional()),
  rule_query: last(text().optional()),
  labels: z.array(text()).optional(),
  queries: z.array(text()).optional(),
});
