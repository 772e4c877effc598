import { ROLES } from "@postil/domain/accounts/users";
import { PASSWORD, PERSON_NAME, USERNAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireUser, WireUserV0, WireWorkspace } from "../entities/accounts.ts";
import { route } from "../route.ts";
import { oneOf, text } from "../wire/leaf.ts";
import { list } from "../wire/shape.ts";

/** Users, for owners (contract api-v1 rows 48 to 52; api-v0 rows 3 to 5). */

const newUser = {
  first_name: text({ ...PERSON_NAME, trim: true }),
  last_name: text({ ...PERSON_NAME, trim: true }).nullish(),
  username: text(USERNAME),
  role: oneOf(ROLES).nullish(),
  password: text(PASSWORD),
};

export const userRoutes = {
  listUsers: route({
    method: "GET",
    path: "/api/v1/users",
    access: "owner",
    summary: "All users",
    replies: { 200: z.object({ items: z.array(WireUser) }) },
  }),
  getUser: route({
    method: "GET",
    path: "/api/v1/users/:user_id",
    access: "owner",
    summary: "One user",
    replies: { 200: WireUser },
  }),
  createUser: route({
    method: "POST",
    path: "/api/v1/users",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "Create a user",
    body: z.object(newUser),
    replies: { 201: WireUser },
  }),
  deleteUser: route({
    method: "DELETE",
    path: "/api/v1/users/:user_id",
    access: "owner",
    conflicts: true,
    summary: "Delete a user; their responses stay",
    replies: { 200: WireUser },
  }),
  listUserWorkspaces: route({
    method: "GET",
    path: "/api/v1/users/:user_id/workspaces",
    access: "owner",
    summary: "The workspaces of a user",
    replies: { 200: z.object({ items: z.array(WireWorkspace) }) },
  }),
  listUsersV0: route({
    method: "GET",
    path: "/api/users",
    access: "owner",
    summary: "All users, with the names of their workspaces",
    replies: { 200: z.array(WireUserV0) },
  }),
  createUserV0: route({
    method: "POST",
    path: "/api/users",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "Create a user in some workspaces",
    body: z.object({ ...newUser, workspaces: list(text()).nullish() }),
    replies: { 200: WireUserV0 },
  }),
  deleteUserV0: route({
    method: "DELETE",
    path: "/api/users/:user_id",
    access: "owner",
    conflicts: true,
    summary: "Delete a user; their responses stay",
    replies: { 200: WireUserV0 },
  }),
};
