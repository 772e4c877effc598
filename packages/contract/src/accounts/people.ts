import { BROUGHT_KEY } from "@postil/domain/accounts/api-keys";
import { BCRYPT_HASH, bcryptMistake } from "@postil/domain/accounts/passwords";
import { PERSON_STATES } from "@postil/domain/accounts/people";
import { ROLES } from "@postil/domain/accounts/users";
import { PASSWORD, PERSON_NAME, USERNAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { route } from "../route.ts";
import { leaf, NO_TEXT, oneOf, text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, nameOfPerson, stamps, time } from "../wire/replies.ts";
import { list, nonNull, rule } from "../wire/shape.ts";
import { personData, WireApiKey, WireApiKeys } from "./own.ts";

export const WireUser = z.object({
  id,
  ...nameOfPerson,
  role: z.enum(ROLES),
  api_key: z.string(),
  ...stamps,
});
export type WireUser = z.output<typeof WireUser>;

/** The older form of a user: without nulls, with the names of the workspaces (contract api-v0 section 2, AUT-06). */
export const WireUserV0 = z.object({
  id,
  first_name: z.string(),
  last_name: z.string().optional(),
  full_name: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  workspaces: z.array(z.string()),
  api_key: z.string(),
  ...stamps,
});
export type WireUserV0 = z.output<typeof WireUserV0>;

export const WireWorkspace = z.object({ id, name: z.string(), ...stamps });
export type WireWorkspace = z.output<typeof WireWorkspace>;

export const WirePerson = z.object({
  id,
  ...nameOfPerson,
  role: z.enum(ROLES),
  state: z.enum(PERSON_STATES),
  invited_until: time.nullable(),
  provider: z.string().nullable(),
  has_password: z.boolean(),
  workspaces: z.array(z.object({ id, name: z.string(), since: time })),
  last_seen: z.object({ at: time, by_key: z.boolean() }).nullable(),
  keys: int.nullable(),
  ...stamps,
});
export type WirePerson = z.output<typeof WirePerson>;

export const WireSession = z.object({
  id,
  began_at: time,
  last_used_at: time,
  program: z.string().nullable(),
  network: z.string().nullable(),
  provider: z.string().nullable(),
  is_this: z.boolean(),
});
export type WireSession = z.output<typeof WireSession>;

export const WirePersonWork = z.object({
  answers: int,
  datasets: int,
  annotations: int,
  rules: int,
  task_datasets: int,
  drafts: int,
  keys: int,
});
export type WirePersonWork = z.output<typeof WirePersonWork>;

/** Users, for owners (contract api-v1 rows 48 to 52; api-v0 rows 3 to 5). */

export const givenName = {
  first_name: text({ ...PERSON_NAME, trim: true }),
  last_name: text({ ...PERSON_NAME, trim: true }).nullish(),
};
const newUser = {
  ...givenName,
  username: text(USERNAME),
  role: oneOf(ROLES).nullish(),
  password: text(PASSWORD),
};

/** Clients 2.x send the whole user, and a password only if they know it: null says nothing about it. */
const UserChange = nonNull(
  {
    first_name: givenName.first_name.optional(),
    last_name: givenName.last_name,
    username: newUser.username.optional(),
    role: oneOf(ROLES).optional(),
    password: newUser.password.nullish(),
  },
  ["first_name", "username", "role"],
);

export const userRoutes = {
  listUsers: route("GET", "/api/v1/users", "owner", {
    summary: "All users",
    replies: { 200: itemsOf(WireUser) },
  }),
  getUser: route("GET", "/api/v1/users/:user_id", "owner", {
    summary: "One user",
    replies: { 200: WireUser },
  }),
  createUser: route("POST", "/api/v1/users", "owner", {
    conflicts: true,
    givesAccess: true,
    summary: "Create a user",
    body: z.object({ ...newUser, id: uuid.nullish() }),
    replies: { 201: WireUser },
  }),
  updateUser: route("PATCH", "/api/v1/users/:user_id", "owner", {
    conflicts: true,
    givesAccess: true,
    summary: "Change the names, the role and the password of a user",
    body: UserChange,
    replies: { 200: WireUser },
  }),
  deleteUser: route("DELETE", "/api/v1/users/:user_id", "owner", {
    conflicts: true,
    summary: "Delete a user; their responses stay",
    replies: { 200: WireUser },
  }),
  listUserWorkspaces: route("GET", "/api/v1/users/:user_id/workspaces", "owner", {
    summary: "The workspaces of a user",
    replies: { 200: itemsOf(WireWorkspace) },
  }),
  listUsersV0: route("GET", "/api/users", "owner", {
    summary: "All users, with the names of their workspaces",
    replies: { 200: z.array(WireUserV0) },
  }),
  createUserV0: route("POST", "/api/users", "owner", {
    conflicts: true,
    givesAccess: true,
    summary: "Create a user in some workspaces",
    body: z.object({ ...newUser, workspaces: list(text()).nullish() }),
    replies: { 200: WireUserV0 },
  }),
  deleteUserV0: route("DELETE", "/api/users/:user_id", "owner", {
    conflicts: true,
    summary: "Delete a user; their responses stay",
    replies: { 200: WireUserV0 },
  }),
};

/** People with accounts, as owners manage them and admins see them: Postil's own. */

/** Most workspaces of a person: more than any person has; it limits the lookups of one call. */
const MOST_WORKSPACES = 10_000;

const facts = {
  ...givenName,
  role: oneOf(ROLES),
  workspace_ids: list(uuid, { max: MOST_WORKSPACES }),
};

const passwordHash = leaf<string>(
  (value) => {
    if (typeof value !== "string") return { refused: NO_TEXT };
    const msg = bcryptMistake(value);
    return msg === null ? { ok: value } : { refused: { type: "value_error", msg } };
  },
  { type: "string", pattern: BCRYPT_HASH.source },
);

/** A person from another server can keep their password, given as a hash, and the key of their scripts. */
const NewPerson = rule(
  z.object({
    ...facts,
    username: text(USERNAME),
    password: text(PASSWORD).optional(),
    password_hash: passwordHash.optional(),
    api_key: text({ ...BROUGHT_KEY, strict: true }).optional(),
  }),
  ({ password, password_hash }) =>
    (password === undefined) === (password_hash === undefined)
      ? "one of `password` and `password_hash` is wanted, and not both"
      : null,
);

/** `seen`: the facts on which the change is based; if they are no longer true, nothing is changed. */
const Change = nonNull(
  {
    first_name: facts.first_name.optional(),
    last_name: facts.last_name,
    role: facts.role.optional(),
    workspace_ids: facts.workspace_ids.optional(),
    seen: z.object(facts).optional(),
  },
  ["first_name", "role", "workspace_ids", "seen"],
);

export const peopleRoutes = {
  listPeople: route("GET", "/api/postil/v1/people", "privileged", {
    summary: "Everybody with an account; for admins those of the workspaces they manage",
    replies: { 200: z.object({ items: z.array(WirePerson), ask: z.string().nullable() }) },
  }),
  countPeopleAnswers: route("GET", "/api/postil/v1/people/answers", "privileged", {
    summary: "How many records each person has answered in the last seven days",
    replies: { 200: z.object({ items: z.array(z.object({ user_id: z.uuid(), answers: int })) }) },
  }),
  createPerson: route("POST", "/api/postil/v1/people", "owner", {
    conflicts: true,
    givesAccess: true,
    summary: "Create a person with a password or the hash of one, in some workspaces",
    body: NewPerson,
    replies: { 201: WirePerson },
  }),
  changePerson: route("PATCH", "/api/postil/v1/people/:user_id", "owner", {
    conflicts: true,
    givesAccess: true,
    summary: "Change the names, the role and the workspaces of a person",
    body: Change,
    replies: { 200: WirePerson },
  }),
  resetPassword: route("PUT", "/api/postil/v1/people/:user_id/password", "owner", {
    conflicts: true,
    givesAccess: true,
    summary: "Set the password of a person",
    body: z.object({ password: text(PASSWORD) }),
  }),
  replacePersonKey: route("POST", "/api/postil/v1/people/:user_id/api-key", "owner", {
    givesAccess: true,
    summary: "Replace the API key of a person; the one before stops at once",
    replies: { 200: z.object({ api_key: z.string() }) },
  }),
  listPersonKeys: route("GET", "/api/postil/v1/people/:user_id/api-keys", "owner", {
    summary: "The API keys of a person, without the keys themselves",
    replies: { 200: WireApiKeys },
  }),
  revokePersonKey: route("DELETE", "/api/postil/v1/people/:user_id/api-keys/:key_id", "owner", {
    summary: "Revoke a named API key of a person",
    replies: { 200: WireApiKey },
  }),
  listPersonSessions: route("GET", "/api/postil/v1/people/:user_id/sessions", "owner", {
    summary: "The sessions of a person that work now, the last used one first",
    replies: { 200: itemsOf(WireSession) },
  }),
  endPersonSession: route("DELETE", "/api/postil/v1/people/:user_id/sessions/:session_id", "owner", {
    summary: "End one session of a person",
  }),
  signPersonOut: route("DELETE", "/api/postil/v1/people/:user_id/sessions", "owner", {
    summary: "End all sessions of a person; password and keys stay",
    replies: { 200: z.object({ count: int }) },
  }),
  deactivatePerson: route("PUT", "/api/postil/v1/people/:user_id/deactivation", "owner", {
    conflicts: true,
    summary: "Let a person neither sign in nor call with a key; name and answers stay",
    replies: { 200: WirePerson },
  }),
  reactivatePerson: route("DELETE", "/api/postil/v1/people/:user_id/deactivation", "owner", {
    givesAccess: true,
    summary: "Let a deactivated person in again",
    replies: { 200: WirePerson },
  }),
  countPersonWork: route("GET", "/api/postil/v1/people/:user_id/work", "owner", {
    summary: "What would stay and what would go if a person were deleted",
    replies: { 200: WirePersonWork },
  }),
  exportPersonData: route("GET", "/api/postil/v1/people/:user_id/data", "owner", {
    summary: "All that is kept about a person, as a zip of JSON files",
    ...personData,
  }),
  deletePerson: route("DELETE", "/api/postil/v1/people/:user_id", "owner", {
    conflicts: true,
    summary: "Delete a person with their drafts and keys; their answers stay, without a name",
  }),
};
