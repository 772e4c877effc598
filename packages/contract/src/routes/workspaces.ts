import { WORKSPACE_NAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireUser, WireUserV0, WireWorkspace } from "../entities/accounts.ts";
import { route } from "../route.ts";
import { text, uuid } from "../wire/leaf.ts";

/** Workspaces and their members (contract api-v1 rows 54 to 59; api-v0 rows 6 to 10). */

const NewWorkspace = z.object({ name: text(WORKSPACE_NAME) });

export const workspaceRoutes = {
  getWorkspace: route({
    method: "GET",
    path: "/api/v1/workspaces/:workspace_id",
    access: "member",
    summary: "One workspace",
    replies: { 200: WireWorkspace },
  }),
  createWorkspace: route({
    method: "POST",
    path: "/api/v1/workspaces",
    access: "owner",
    conflicts: true,
    summary: "Create a workspace",
    body: NewWorkspace,
    replies: { 201: WireWorkspace },
  }),
  deleteWorkspace: route({
    method: "DELETE",
    path: "/api/v1/workspaces/:workspace_id",
    access: "owner",
    conflicts: true,
    summary: "Delete a workspace without datasets",
    replies: { 200: WireWorkspace },
  }),
  listWorkspaceUsers: route({
    method: "GET",
    path: "/api/v1/workspaces/:workspace_id/users",
    access: "manager",
    summary: "The users of a workspace",
    replies: { 200: z.object({ items: z.array(WireUser) }) },
  }),
  addWorkspaceUser: route({
    method: "POST",
    path: "/api/v1/workspaces/:workspace_id/users",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "Add a user to a workspace",
    body: z.object({ user_id: uuid }),
    replies: { 201: WireUser },
  }),
  removeWorkspaceUser: route({
    method: "DELETE",
    path: "/api/v1/workspaces/:workspace_id/users/:user_id",
    access: "manager",
    summary: "Take a user out of a workspace",
    replies: { 200: WireUser },
  }),
  listWorkspacesV0: route({
    method: "GET",
    path: "/api/workspaces",
    access: "signed-in",
    summary: "The caller's workspaces by name; all of them for an owner",
    replies: { 200: z.array(WireWorkspace) },
  }),
  createWorkspaceV0: route({
    method: "POST",
    path: "/api/workspaces",
    access: "owner",
    conflicts: true,
    summary: "Create a workspace",
    body: NewWorkspace,
    replies: { 200: WireWorkspace },
  }),
  listWorkspaceUsersV0: route({
    method: "GET",
    path: "/api/workspaces/:workspace_id/users",
    access: "manager",
    summary: "The users of a workspace, with the names of their workspaces",
    replies: { 200: z.array(WireUserV0) },
  }),
  addWorkspaceUserV0: route({
    method: "POST",
    path: "/api/workspaces/:workspace_id/users/:user_id",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "Add a user to a workspace",
    replies: { 200: WireUserV0 },
  }),
  removeWorkspaceUserV0: route({
    method: "DELETE",
    path: "/api/workspaces/:workspace_id/users/:user_id",
    access: "manager",
    summary: "Take a user out of a workspace",
    replies: { 200: WireUserV0 },
  }),
};
