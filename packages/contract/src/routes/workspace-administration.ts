import { WORKSPACE_NAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireWorkspace } from "../entities/accounts.ts";
import { WireWorkspaceOverview, WireWorkspaceSummary } from "../entities/workspaces.ts";
import { route } from "../route.ts";
import { text } from "../wire/leaf.ts";

/** Information on workspaces for owners and admins that the Argilla API does not have: Postil's own. */

export const workspaceAdministrationRoutes = {
  listWorkspaces: route({
    method: "GET",
    path: "/api/postil/v1/workspaces",
    access: "privileged",
    summary: "The workspaces that the caller manages, with members and datasets counted, oldest first",
    replies: { 200: z.object({ items: z.array(WireWorkspaceSummary), people: z.number().int() }) },
  }),
  countAnswersOfWorkspaces: route({
    method: "GET",
    path: "/api/postil/v1/workspaces/answers",
    access: "privileged",
    summary: "How many records were answered in each workspace in the last seven days",
    replies: { 200: z.object({ items: z.array(z.object({ workspace_id: z.uuid(), answers: z.number().int() })) }) },
  }),
  countAnswersInWorkspace: route({
    method: "GET",
    path: "/api/postil/v1/workspaces/:workspace_id/answers",
    access: "manager",
    summary: "How many records each person has answered in a workspace in the last seven days",
    replies: { 200: z.object({ items: z.array(z.object({ user_id: z.uuid(), answers: z.number().int() })) }) },
  }),
  getWorkspaceOverview: route({
    method: "GET",
    path: "/api/postil/v1/workspaces/:workspace_id",
    access: "manager",
    summary: "A workspace with its members and the datasets of both families",
    replies: { 200: WireWorkspaceOverview },
  }),
  renameWorkspace: route({
    method: "PATCH",
    path: "/api/postil/v1/workspaces/:workspace_id",
    access: "owner",
    conflicts: true,
    summary: "Rename a workspace without task datasets",
    body: z.object({ name: text(WORKSPACE_NAME) }),
    replies: { 200: WireWorkspace },
  }),
};
