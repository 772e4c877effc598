import { z } from "zod";
import { WireToken, WireUser, WireUserV0, WireWorkspace } from "../entities/accounts.ts";
import { route } from "../route.ts";
import { text } from "../wire/leaf.ts";

/** Sign-in, the caller and their workspaces (contract api-v1 rows 47, 53, 60 to 63; api-v0 rows 1, 2). */

const SignIn = z.object({ username: text(), password: text() });

const Provider = z.object({ provider: text() });

export const accountRoutes = {
  createToken: route({
    method: "POST",
    path: "/api/v1/token",
    access: "credentials",
    summary: "Sign in with username and password",
    encoding: "form",
    body: SignIn,
    replies: { 201: WireToken },
  }),
  createTokenV0: route({
    method: "POST",
    path: "/api/security/token",
    access: "credentials",
    summary: "Sign in with username and password",
    encoding: "form",
    body: SignIn,
    replies: { 200: WireToken },
  }),
  exchangeSignInLink: route({
    method: "POST",
    path: "/api/postil/v1/sign-in-links",
    access: "credentials",
    summary: "Sign in with the code of a one-time link",
    body: z.object({ code: text({ min: 1, max: 200 }) }),
    replies: { 200: WireToken },
  }),
  listOauthProviders: route({
    method: "GET",
    path: "/api/v1/oauth2/providers",
    access: "open",
    summary: "The providers one can sign in with",
    replies: { 200: z.object({ items: z.array(z.object({ name: z.string() })) }) },
  }),
  startOauth: route({
    method: "GET",
    path: "/api/v1/oauth2/providers/:provider/authentication",
    access: "open",
    summary: "Go to a provider to sign in",
    params: Provider,
    replies: { 303: z.null() },
  }),
  finishOauth: route({
    method: "GET",
    path: "/api/v1/oauth2/providers/:provider/access-token",
    access: "open",
    summary: "Come back from a provider",
    params: Provider,
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
