import { MOST_FLAGS } from "@postil/domain/records/flags";
import { z } from "zod";
import { WireFlag, WireTaskFlag } from "../entities/flags.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";
import { integer } from "../wire/leaf.ts";
import { last } from "../wire/shape.ts";

/** Records flagged for later, each user's own: Postil's own. */

const Page = z.object({
  offset: last(integer({ ge: 0 }).default(0)),
  limit: last(integer({ ge: 1, le: MOST_FLAGS }).default(50)),
});

export const flagRoutes = {
  listMyFlags: route({
    method: "GET",
    path: "/api/postil/v1/me/datasets/:dataset_id/flags",
    access: "member",
    summary: "The records of a dataset that the caller has flagged, the latest first",
    query: Page,
    replies: { 200: z.object({ items: z.array(WireFlag), total: z.number().int() }) },
  }),
  flagRecord: route({
    method: "PUT",
    path: "/api/postil/v1/me/records/:record_id/flag",
    access: "member",
    summary: "Flag a record for later",
    replies: { 200: WireFlag },
  }),
  unflagRecord: route({
    method: "DELETE",
    path: "/api/postil/v1/me/records/:record_id/flag",
    access: "member",
    summary: "Take the caller's flag off a record",
    replies: { 204: z.null() },
  }),
  listMyTaskFlags: route({
    method: "GET",
    path: "/api/postil/v1/me/task-datasets/:name/flags",
    access: "member",
    summary: "The records of a task dataset that the caller has flagged, the latest first",
    query: WorkspaceQuery.extend(Page.shape),
    headers: WorkspaceHeaders,
    replies: { 200: z.object({ items: z.array(WireTaskFlag), total: z.number().int() }) },
  }),
  flagTaskRecord: route({
    method: "PUT",
    path: "/api/postil/v1/me/task-datasets/:name/records/:id/flag",
    access: "member",
    summary: "Flag a record of a task dataset for later",
    query: WorkspaceQuery,
    headers: WorkspaceHeaders,
    replies: { 200: WireTaskFlag },
  }),
  unflagTaskRecord: route({
    method: "DELETE",
    path: "/api/postil/v1/me/task-datasets/:name/records/:id/flag",
    access: "member",
    summary: "Take the caller's flag off a record of a task dataset",
    query: WorkspaceQuery,
    headers: WorkspaceHeaders,
    replies: { 204: z.null() },
  }),
};
