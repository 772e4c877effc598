import { z } from "zod";
import { WireProvider, WireToken, WireUser, WireUserV0, WireWorkspace } from "../entities/accounts.ts";
import { route } from "../route.ts";
import { text } from "../wire/leaf.ts";

/** Sign-in, the caller and their workspaces (contract api-v1 rows 47, 53, 60 to 63; api-v0 rows 1, 2). */

const SignIn = z.object({ username: text(), password: text() });

/** `true`: the client will renew its token, so it gets a short-lived one. */
const RenewsHeaders = z.object({ "x-postil-renews": text().optional() });
export type RenewsHeaders = z.output<typeof RenewsHeaders>;

const AuthorizationHeader = z.object({ authorization: text().optional() });

const Sessions = z.object({ count: z.number().int() });

const _Provider = z.object({ provider: text() });

/**
 * Any entries, each with all its values: the entries that the provider or the page adds to the address are passed on
 * unread.
 */
const AnyQuery = z.record(z.string(), z.array(z.string()));

const CookieHeader = z.object({ cookie: text().optional() });

/** Keeps the state of a provider sign-in until the browser returns from the provider (AUT-20). */
export const STATE_COOKIE = "oauth2_state";
const STATE_COOKIE_SAYS = "Which sign-ins were begun in this browser in the last ten minutes.";

export const accountRoutes = {
  createToken: route({
    method: "POST",
    path: "/api/v1/token",
    access: "credentials",
    summary: "Sign in with username and password",
    encoding: "form",
    headers: RenewsHeaders,
    body: SignIn,
    replies: { 201: WireToken },
  }),
  createTokenV0: route({
    method: "POST",
    path: "/api/security/token",
    access: "credentials",
    summary: "Sign in with username and password",
    encoding: "form",
    headers: RenewsHeaders,
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
  renewToken: route({
    method: "POST",
    path: "/api/postil/v1/session/renewal",
    access: "credentials",
    summary: "Renew a token, also one that is past its end, as long as its session lasts",
    headers: AuthorizationHeader,
    replies: { 200: WireToken },
  }),
  signOut: route({
    method: "POST",
    path: "/api/postil/v1/sign-out",
    access: "signed-in",
    summary: "End the session of the token",
    replies: { 204: z.null() },
  }),
  getOtherSessions: route({
    method: "GET",
    path: "/api/postil/v1/me/other-sessions",
    access: "signed-in",
    summary: "How many sessions the caller has beside this one",
    replies: { 200: Sessions },
  }),
  endOtherSessions: route({
    method: "DELETE",
    path: "/api/postil/v1/me/other-sessions",
    access: "signed-in",
    summary: "End all sessions of the caller but this one",
    replies: { 200: Sessions },
  }),
  listOauthProviders: route({
    method: "GET",
    path: "/api/v1/oauth2/providers",
    access: "open",
    summary: "The providers one can sign in with",
    replies: { 200: z.object({ items: z.array(WireProvider) }) },
  }),
  startOauth: route({
    method: "GET",
    path: "/api/v1/oauth2/providers/:provider/authentication",
    access: "open",
    summary: "Go to a provider to sign in",
    query: AnyQuery,
    headers: CookieHeader,
    replies: { 303: z.null() },
    carries: { 303: { redirect: true, cookies: { [STATE_COOKIE]: STATE_COOKIE_SAYS } } },
  }),
  finishOauth: route({
    method: "GET",
    path: "/api/v1/oauth2/providers/:provider/access-token",
    access: "open",
    summary: "Come back from a provider",
    query: AnyQuery,
    headers: CookieHeader,
    asksProvider: true,
    replies: { 200: WireToken },
    carries: { 200: { cookies: { [STATE_COOKIE]: STATE_COOKIE_SAYS } } },
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
