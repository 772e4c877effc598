import {
  INVITATION_CODE,
  INVITATION_DAYS,
  INVITATION_STATES,
  type InvitationDays,
} from "@postil/domain/accounts/invitations";
import { MOST_INVITED, MOST_INVITED_AT_ONCE } from "@postil/domain/accounts/people-file";
import { ROLES } from "@postil/domain/accounts/users";
import { PASSWORD, USERNAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { route } from "../route.ts";
import { leaf, oneOf, text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, nameOfPerson, time } from "../wire/replies.ts";
import { list } from "../wire/shape.ts";
import { givenName, WireUser, WireUserV0, WireWorkspace } from "./people.ts";

/** A new invitation; only this reply contains its code. */
export const WireInvitation = z.object({ user_id: id, username: z.string(), code: z.string(), expires_at: time });
export type WireInvitation = z.output<typeof WireInvitation>;

/** An invitation for a person who has its code; `person` only while it is open. */
export const WireInvitationSeen = z.object({
  state: z.enum(INVITATION_STATES),
  expires_at: time,
  person: z.object({ ...nameOfPerson, is_new: z.boolean() }).nullable(),
});
export type WireInvitationSeen = z.output<typeof WireInvitationSeen>;

export const WireToken = z.object({ access_token: z.string(), token_type: z.literal("bearer") });

/** `title`: the name shown to people. */
const WireProvider = z.object({ name: z.string(), title: z.string().optional() });

/** Sign-in, the caller and their workspaces (contract api-v1 rows 47, 53, 60 to 63; api-v0 rows 1, 2). */

const SignIn = z.object({ username: text(), password: text() });

/** `true`: the client will renew its token, so it gets a short-lived one. */
const RenewsHeaders = z.object({ "x-postil-renews": text().optional() });
export type RenewsHeaders = z.output<typeof RenewsHeaders>;

const AuthorizationHeader = z.object({ authorization: text().optional() });

const Sessions = z.object({ count: int });

/** Any entries, each with all its values: what the provider or the page adds to the address is passed on unread. */
const AnyQuery = z.record(z.string(), z.array(z.string()));

const CookieHeader = z.object({ cookie: text().optional() });

/** `x-postil-invitation`: the code of an invitation whose account is to be opened by this provider from now on. */
const CallbackHeaders = CookieHeader.extend({ "x-postil-invitation": text({ max: 200 }).optional() });

/** `role_lowered`: the claims of the provider gave a role with fewer rights than before. */
export const TokenOfProvider = WireToken.extend({
  role_lowered: z.object({ from: z.enum(ROLES), to: z.enum(ROLES) }).optional(),
});

/** Keeps the state of a provider sign-in until the browser returns from the provider (AUT-20). */
export const STATE_COOKIE = "oauth2_state";
const STATE_COOKIE_SAYS = "Which sign-ins were begun in this browser in the last ten minutes.";

export const accountRoutes = {
  createToken: route("POST", "/api/v1/token", "credentials", {
    summary: "Sign in with username and password",
    encoding: "form",
    headers: RenewsHeaders,
    body: SignIn,
    replies: { 201: WireToken },
  }),
  createTokenV0: route("POST", "/api/security/token", "credentials", {
    summary: "Sign in with username and password",
    encoding: "form",
    headers: RenewsHeaders,
    body: SignIn,
    replies: { 200: WireToken },
  }),
  exchangeSignInLink: route("POST", "/api/postil/v1/sign-in-links", "credentials", {
    summary: "Sign in with the code of a one-time link",
    body: z.object({ code: text({ min: 1, max: 200 }) }),
    replies: { 200: WireToken },
  }),
  renewToken: route("POST", "/api/postil/v1/session/renewal", "credentials", {
    summary: "Renew a token, also one that is past its end, as long as its session lasts",
    headers: AuthorizationHeader,
    replies: { 200: WireToken },
  }),
  signOut: route("POST", "/api/postil/v1/sign-out", "signed-in", {
    summary: "End the session of the token",
  }),
  getOtherSessions: route("GET", "/api/postil/v1/me/other-sessions", "signed-in", {
    summary: "How many sessions the caller has beside this one",
    replies: { 200: Sessions },
  }),
  endOtherSessions: route("DELETE", "/api/postil/v1/me/other-sessions", "signed-in", {
    summary: "End all sessions of the caller but this one",
    replies: { 200: Sessions },
  }),
  listOauthProviders: route("GET", "/api/v1/oauth2/providers", "open", {
    summary: "The providers one can sign in with",
    replies: { 200: itemsOf(WireProvider) },
  }),
  startOauth: route("GET", "/api/v1/oauth2/providers/:provider/authentication", "open", {
    summary: "Go to a provider to sign in",
    query: AnyQuery,
    headers: CookieHeader,
    replies: { 303: z.null() },
    carries: { 303: { redirect: true, cookies: { [STATE_COOKIE]: STATE_COOKIE_SAYS } } },
  }),
  finishOauth: route("GET", "/api/v1/oauth2/providers/:provider/access-token", "open", {
    summary: "Come back from a provider",
    query: AnyQuery,
    headers: CallbackHeaders,
    asksProvider: true,
    replies: { 200: TokenOfProvider },
    carries: { 200: { cookies: { [STATE_COOKIE]: STATE_COOKIE_SAYS } } },
  }),
  endProviderSessions: route("POST", "/api/postil/v1/providers/:provider/logout", "credentials", {
    summary: "A provider says that it has ended a session (OpenID Connect Back-Channel Logout)",
    encoding: "form",
    asksProvider: true,
    body: z.object({ logout_token: text({ min: 1, max: 16_384 }) }),
    replies: { 200: z.null() },
  }),
  getMe: route("GET", "/api/v1/me", "signed-in", {
    summary: "The caller",
    replies: { 200: WireUser },
  }),
  getMeV0: route("GET", "/api/me", "signed-in", {
    summary: "The caller, with the names of their workspaces",
    replies: { 200: WireUserV0 },
  }),
  listMyWorkspaces: route("GET", "/api/v1/me/workspaces", "signed-in", {
    summary: "The caller's workspaces; all of them for an owner",
    replies: { 200: itemsOf(WireWorkspace) },
  }),
};

/** One-time links for choosing a password: Postil's own. */

const days = leaf<InvitationDays>(
  (value) => {
    const found = INVITATION_DAYS.find((one) => one === value);
    const msg = `an invitation is good for ${INVITATION_DAYS.join(", ")} days`;
    return found === undefined ? { refused: { type: "value_error", msg } } : { ok: found };
  },
  { type: "integer", enum: INVITATION_DAYS },
);

const code = text({ min: 1, max: 200 });

const invited = {
  ...givenName,
  username: text(USERNAME),
  role: oneOf(ROLES).nullish(),
  workspaces: list(text()).nullish(),
};

/** `refused`: why this person was not added; null for one who was. */
const WireInvited = z.object({ username: z.string(), expires_at: time.nullable(), refused: z.string().nullable() });

export const invitationRoutes = {
  createInvitation: route("POST", "/api/postil/v1/invitations", "manager", {
    conflicts: true,
    givesAccess: true,
    summary: "Add a person who chooses their password by a one-time link; admins into workspaces they manage",
    body: z.object({
      ...invited,
      days: days.nullish(),
      /** The id that the person has on another server; absent: a new one is made. */
      id: uuid.nullish(),
    }),
    replies: { 201: WireInvitation },
  }),
  createInvitations: route("POST", "/api/postil/v1/invitations/bulk", "privileged", {
    givesAccess: true,
    summary: "Add people by one-time links whose codes the caller has drawn; sent again, it adds nobody twice",
    body: z.object({
      people: list(z.object({ ...invited, code: text({ ...INVITATION_CODE, strict: true }) }), {
        min: 1,
        max: MOST_INVITED_AT_ONCE,
      }),
      days: days.nullish(),
    }),
    replies: { 200: itemsOf(WireInvited) },
  }),
  findTakenUsernames: route("POST", "/api/postil/v1/invitations/taken", "privileged", {
    summary: "Which of these usernames are somebody's, in whatever capitals",
    body: z.object({ usernames: list(text({ min: 1, max: USERNAME.max }), { max: MOST_INVITED }) }),
    replies: { 200: itemsOf(z.string()) },
  }),
  inviteUser: route("PUT", "/api/postil/v1/users/:user_id/invitation", "manager", {
    conflicts: true,
    givesAccess: true,
    summary:
      "A one-time link by which a user chooses a new password; it ends the one before. Admins: for whom they invited",
    body: z.object({ days: days.nullish() }),
    replies: { 200: WireInvitation },
  }),
  withdrawInvitation: route("DELETE", "/api/postil/v1/users/:user_id/invitation", "manager", {
    summary: "End the one-time link of a user",
  }),
  readInvitation: route("POST", "/api/postil/v1/invitations/read", "credentials", {
    summary: "What a one-time link is for, and whether it is still good",
    body: z.object({ code }),
    replies: { 200: WireInvitationSeen },
  }),
  acceptInvitation: route("POST", "/api/postil/v1/invitations/accept", "credentials", {
    conflicts: true,
    summary: "Choose a password by a one-time link, and sign in",
    body: z.object({ code, password: text(PASSWORD) }),
    replies: { 200: WireToken },
  }),
};
