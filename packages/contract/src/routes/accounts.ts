import { z } from "zod";
import { WireToken, WireUser, WireUserV0, WireWorkspace } from "../entities.ts";
import { route } from "../route.ts";
import { text } from "../wire/leaf.ts";

/** Sign-in, the caller and their workspaces (contract api-v1 rows 47, 53, 60; api-v0 rows 1, 2). */

const SignIn = z.object({ username: text(), password: text() });

export const accountRoutes = {
  createToken: route({
    method: "POST",
    path: "/api/v1/token",
    access: "open",
    summary: "Sign in with username and password",
    encoding: "form",
    body: SignIn,
    replies: { 201: WireToken },
  }),
  createTokenV0: route({
    method: "POST",
    path: "/api/security/token",
    access: "open",
    summary: "Sign in with username and password",
    encoding: "form",
    body: SignIn,
    replies: { 200: WireToken },
  }),
  getMe: route({
    method: "GET",
    path: "/api/v1/me",
    access: "signed-in",
    summary: "The caller",
    replies: { 200: WireUser },
  }),
  getMeV0: route({
    method: "GET",
    path: "/api/me",
    access: "signed-in",
    summary: "The caller, with the names of their workspaces",
    replies: { 200: WireUserV0 },
  }),
  listMyWorkspaces: route({
    method: "GET",
    path: "/api/v1/me/workspaces",
    access: "signed-in",
    summary: "The caller's workspaces; all of them for an owner",
    replies: { 200: z.object({ items: z.array(WireWorkspace) }) },
  }),
};
