import { z } from "zod";
import { WireHistoryEntry, WireTaskHistoryEntry } from "../entities/history.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";
import { integer } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/** The history of records: Postil's own. */

const Page = z.object({
  /** The id of the last entry on the previous page. */
  before: last(integer({ ge: 1 }).optional()),
  limit: last(integer({ ge: 1, le: 100 }).default(20)),
});

export const historyRoutes = {
  getRecordHistory: route({
    method: "GET",
    path: "/api/postil/v1/records/:record_id/history",
    access: "member",
    summary: "The changes of a record's responses, the latest first: one's own, for managers everybody's",
    query: Page,
    replies: { 200: z.object({ items: z.array(WireHistoryEntry), more: z.boolean() }) },
  }),
  getTaskRecordHistory: route({
    method: "GET",
    path: "/api/postil/v1/task-datasets/:name/records/:id/history",
    access: "member",
    summary: "What was done to a record of a task dataset, the latest first",
    query: WorkspaceQuery.extend(Page.shape),
    headers: WorkspaceHeaders,
    replies: { 200: z.object({ items: z.array(WireTaskHistoryEntry), more: z.boolean() }) },
  }),
};
