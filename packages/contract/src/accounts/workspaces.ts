import { PERSON_STATES } from "@postil/domain/accounts/people";
import { ROLES } from "@postil/domain/accounts/users";
import { WORKSPACE_NAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { route } from "../route.ts";
import { text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, nameOfPerson, time } from "../wire/replies.ts";
import { WireUser, WireUserV0, WireWorkspace } from "./people.ts";

export const WireWorkspaceSummary = WireWorkspace.extend({
  members: int,
  first_members: z.array(z.object(nameOfPerson)),
  datasets: int,
  records: int,
  last_activity_at: time.nullable(),
});
export type WireWorkspaceSummary = z.output<typeof WireWorkspaceSummary>;

export const WireWorkspaceOverview = z.object({
  workspace: WireWorkspace,
  members: z.array(z.object({ id, ...nameOfPerson, role: z.enum(ROLES), state: z.enum(PERSON_STATES), since: time })),
  /** `id`: `workspace.name` for a task dataset. */
  datasets: z.array(z.object({ id: z.string(), name: z.string(), task: z.string(), records: int, answered: int })),
});
export type WireWorkspaceOverview = z.output<typeof WireWorkspaceOverview>;

/** Workspaces and their members (contract api-v1 rows 54 to 59; api-v0 rows 6 to 10). */

const NewWorkspace = z.object({ name: text(WORKSPACE_NAME) });

export const workspaceRoutes = {
  getWorkspace: route("GET", "/api/v1/workspaces/:workspace_id", "member", {
    summary: "One workspace",
    replies: { 200: WireWorkspace },
  }),
  createWorkspace: route("POST", "/api/v1/workspaces", "owner", {
    conflicts: true,
    summary: "Create a workspace",
    body: NewWorkspace.extend({ id: uuid.nullish() }),
    replies: { 201: WireWorkspace },
  }),
  deleteWorkspace: route("DELETE", "/api/v1/workspaces/:workspace_id", "owner", {
    conflicts: true,
    summary: "Delete a workspace without datasets",
    replies: { 200: WireWorkspace },
  }),
  listWorkspaceUsers: route("GET", "/api/v1/workspaces/:workspace_id/users", "manager", {
    summary: "The users of a workspace",
    replies: { 200: itemsOf(WireUser) },
  }),
  addWorkspaceUser: route("POST", "/api/v1/workspaces/:workspace_id/users", "owner", {
    conflicts: true,
    givesAccess: true,
    summary: "Add a user to a workspace",
    body: z.object({ user_id: uuid }),
    replies: { 201: WireUser },
  }),
  removeWorkspaceUser: route("DELETE", "/api/v1/workspaces/:workspace_id/users/:user_id", "manager", {
    summary: "Take a user out of a workspace",
    replies: { 200: WireUser },
  }),
  listWorkspacesV0: route("GET", "/api/workspaces", "signed-in", {
    summary: "The caller's workspaces by name; all of them for an owner",
    replies: { 200: z.array(WireWorkspace) },
  }),
  createWorkspaceV0: route("POST", "/api/workspaces", "owner", {
    conflicts: true,
    summary: "Create a workspace",
    body: NewWorkspace,
    replies: { 200: WireWorkspace },
  }),
  listWorkspaceUsersV0: route("GET", "/api/workspaces/:workspace_id/users", "manager", {
    summary: "The users of a workspace, with the names of their workspaces",
    replies: { 200: z.array(WireUserV0) },
  }),
  addWorkspaceUserV0: route("POST", "/api/workspaces/:workspace_id/users/:user_id", "owner", {
    conflicts: true,
    givesAccess: true,
    summary: "Add a user to a workspace",
    replies: { 200: WireUserV0 },
  }),
  removeWorkspaceUserV0: route("DELETE", "/api/workspaces/:workspace_id/users/:user_id", "manager", {
    summary: "Take a user out of a workspace",
    replies: { 200: WireUserV0 },
  }),
};

/** Information on workspaces for owners and admins that the Argilla API does not have: Postil's own. */

export const workspaceAdministrationRoutes = {
  listWorkspaces: route("GET", "/api/postil/v1/workspaces", "privileged", {
    summary: "The workspaces that the caller manages, with members and datasets counted, oldest first",
    replies: { 200: z.object({ items: z.array(WireWorkspaceSummary), people: int }) },
  }),
  countAnswersOfWorkspaces: route("GET", "/api/postil/v1/workspaces/answers", "privileged", {
    summary: "How many records were answered in each workspace in the last seven days",
    replies: { 200: z.object({ items: z.array(z.object({ workspace_id: z.uuid(), answers: int })) }) },
  }),
  countAnswersInWorkspace: route("GET", "/api/postil/v1/workspaces/:workspace_id/answers", "manager", {
    summary: "How many records each person has answered in a workspace in the last seven days",
    replies: { 200: z.object({ items: z.array(z.object({ user_id: z.uuid(), answers: int })) }) },
  }),
  getWorkspaceOverview: route("GET", "/api/postil/v1/workspaces/:workspace_id", "manager", {
    summary: "A workspace with its members and the datasets of both families",
    replies: { 200: WireWorkspaceOverview },
  }),
  renameWorkspace: route("PATCH", "/api/postil/v1/workspaces/:workspace_id", "owner", {
    conflicts: true,
    summary: "Rename a workspace without task datasets",
    body: z.object({ name: text(WORKSPACE_NAME) }),
    replies: { 200: WireWorkspace },
  }),
};
