import { z } from "zod";
import { WireTaskAggregations } from "../entities/task-aggregations.ts";
import { WireTaskRecord } from "../entities/task-records.ts";
import {
  ANY_TASK,
  TaskDeletionBody,
  TaskDeletionParameters,
  TaskPath,
  TaskScanBody,
  TaskScanParameters,
  TaskSearchBody,
  TaskSearchParameters,
} from "../inputs/task-search.ts";
import { WorkspaceHeaders } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";

/** Searches for records of the older family (contract api-v0 rows 27 to 29, 32 and 33). */

const asMember = { access: "member", headers: WorkspaceHeaders } as const;

export const taskSearchRoutes = {
  searchTaskRecordsV0: route({
    method: "POST",
    path: `/api/datasets/:name/:task${ANY_TASK}::search`,
    ...asMember,
    summary: "Search the records of a task dataset by the Lucene query language and by filters",
    params: TaskPath,
    query: TaskSearchParameters,
    body: TaskSearchBody,
    replies: {
      200: z.object({
        total: z.int(),
        records: z.array(WireTaskRecord.partial()),
        aggregations: WireTaskAggregations.optional(),
      }),
    },
  }),
  scanTaskRecordsV0: route({
    method: "POST",
    path: "/api/datasets/:name/records/::search",
    ...asMember,
    summary: "Load the records of a task dataset as they are stored, page after page",
    query: TaskScanParameters,
    body: TaskScanBody,
    replies: {
      200: z.object({
        records: z.array(z.record(z.string(), z.unknown())),
        next_idx: z.string().nullable(),
        next_page_cfg: z.string(),
      }),
    },
  }),
  deleteTaskRecordsV0: route({
    method: "DELETE",
    path: "/api/datasets/:name/data",
    ...asMember,
    summary: "Delete the records of a task dataset that a query finds, or discard them",
    query: TaskDeletionParameters,
    body: TaskDeletionBody,
    replies: { 200: z.object({ matched: z.int(), processed: z.int() }) },
  }),
};
