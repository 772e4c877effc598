import { VIEW_NAME, VIEW_QUERY } from "@postil/domain/search/saved-views";
import { z } from "zod";
import { WireSavedView } from "../entities/saved-views.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";
import { text } from "../wire/leaf.ts";
import { nonNull } from "../wire/shape.ts";

/** Named views of a dataset's records, each user's own: Postil's own. */

const name = text({ ...VIEW_NAME, trim: true });
const query = text({ ...VIEW_QUERY, strict: true });

export const savedViewRoutes = {
  listMyViews: route({
    method: "GET",
    path: "/api/postil/v1/me/datasets/:dataset_id/views",
    access: "member",
    summary: "The caller's saved views of a dataset",
    replies: { 200: z.object({ items: z.array(WireSavedView) }) },
  }),
  createView: route({
    method: "POST",
    path: "/api/postil/v1/me/datasets/:dataset_id/views",
    access: "member",
    conflicts: true,
    summary: "Save a view: the query of the annotation page's address, under a name",
    body: z.object({ name, query }),
    replies: { 201: WireSavedView },
  }),
  listMyTaskViews: route({
    method: "GET",
    path: "/api/postil/v1/me/task-datasets/:name/views",
    access: "member",
    summary: "The caller's saved views of a task dataset",
    query: WorkspaceQuery,
    headers: WorkspaceHeaders,
    replies: { 200: z.object({ items: z.array(WireSavedView) }) },
  }),
  createTaskView: route({
    method: "POST",
    path: "/api/postil/v1/me/task-datasets/:name/views",
    access: "member",
    conflicts: true,
    summary: "Save a view of a task dataset: the query of its page's address, under a name",
    query: WorkspaceQuery,
    headers: WorkspaceHeaders,
    body: z.object({ name, query }),
    replies: { 201: WireSavedView },
  }),
  updateView: route({
    method: "PATCH",
    path: "/api/postil/v1/me/views/:view_id",
    access: "member",
    conflicts: true,
    summary: "Rename a view of the caller's, or let it show other records",
    body: nonNull({ name: name.optional(), query: query.optional() }, ["name", "query"]),
    replies: { 200: WireSavedView },
  }),
  deleteView: route({
    method: "DELETE",
    path: "/api/postil/v1/me/views/:view_id",
    access: "member",
    summary: "Delete a view of the caller's",
    replies: { 200: WireSavedView },
  }),
};
