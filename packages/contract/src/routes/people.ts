import { BROUGHT_KEY } from "@postil/domain/accounts/api-keys";
import { BCRYPT_HASH, bcryptMistake } from "@postil/domain/accounts/password-hashes";
import { ROLES } from "@postil/domain/accounts/users";
import { PASSWORD, PERSON_NAME, USERNAME } from "@postil/domain/datasets/names";
import { z } from "zod";
import { WireApiKey, WireApiKeys } from "../entities/api-keys.ts";
import { WirePerson, WirePersonWork } from "../entities/people.ts";
import { route } from "../route.ts";
import { leaf, oneOf, text, uuid } from "../wire/leaf.ts";
import { list, nonNull, rule } from "../wire/shape.ts";

/** People with accounts, as owners manage them and admins see them: Postil's own. */

/** Most workspaces of a person: more than any person has; it limits the lookups of one call. */
const MOST_WORKSPACES = 10_000;

const facts = {
  first_name: text({ ...PERSON_NAME, trim: true }),
  last_name: text({ ...PERSON_NAME, trim: true }).nullish(),
  role: oneOf(ROLES),
  workspace_ids: list(uuid, { max: MOST_WORKSPACES }),
};

const passwordHash = leaf<string>(
  (value) => {
    if (typeof value !== "string") return { refused: { type: "type_error.str", msg: "str type expected" } };
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
  listPeople: route({
    method: "GET",
    path: "/api/postil/v1/people",
    access: "privileged",
    summary: "Everybody with an account; for admins those of the workspaces they manage",
    replies: { 200: z.object({ items: z.array(WirePerson), ask: z.string().nullable() }) },
  }),
  countPeopleAnswers: route({
    method: "GET",
    path: "/api/postil/v1/people/answers",
    access: "privileged",
    summary: "How many records each person has answered in the last seven days",
    replies: { 200: z.object({ items: z.array(z.object({ user_id: z.uuid(), answers: z.number().int() })) }) },
  }),
  createPerson: route({
    method: "POST",
    path: "/api/postil/v1/people",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "Create a person with a password or the hash of one, in some workspaces",
    body: NewPerson,
    replies: { 201: WirePerson },
  }),
  changePerson: route({
    method: "PATCH",
    path: "/api/postil/v1/people/:user_id",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "Change the names, the role and the workspaces of a person",
    body: Change,
    replies: { 200: WirePerson },
  }),
  resetPassword: route({
    method: "PUT",
    path: "/api/postil/v1/people/:user_id/password",
    access: "owner",
    conflicts: true,
    givesAccess: true,
    summary: "Set the password of a person",
    body: z.object({ password: text(PASSWORD) }),
    replies: { 204: z.null() },
  }),
  replacePersonKey: route({
    method: "POST",
    path: "/api/postil/v1/people/:user_id/api-key",
    access: "owner",
    givesAccess: true,
    summary: "Replace the API key of a person; the one before stops at once",
    replies: { 200: z.object({ api_key: z.string() }) },
  }),
  listPersonKeys: route({
    method: "GET",
    path: "/api/postil/v1/people/:user_id/api-keys",
    access: "owner",
    summary: "The API keys of a person, without the keys themselves",
    replies: { 200: WireApiKeys },
  }),
  revokePersonKey: route({
    method: "DELETE",
    path: "/api/postil/v1/people/:user_id/api-keys/:key_id",
    access: "owner",
    summary: "Revoke a named API key of a person",
    replies: { 200: WireApiKey },
  }),
  signPersonOut: route({
    method: "DELETE",
    path: "/api/postil/v1/people/:user_id/sessions",
    access: "owner",
    summary: "End all sessions of a person; password and keys stay",
    replies: { 200: z.object({ count: z.number().int() }) },
  }),
  deactivatePerson: route({
    method: "PUT",
    path: "/api/postil/v1/people/:user_id/deactivation",
    access: "owner",
    conflicts: true,
    summary: "Let a person neither sign in nor call with a key; name and answers stay",
    replies: { 200: WirePerson },
  }),
  reactivatePerson: route({
    method: "DELETE",
    path: "/api/postil/v1/people/:user_id/deactivation",
    access: "owner",
    givesAccess: true,
    summary: "Let a deactivated person in again",
    replies: { 200: WirePerson },
  }),
  countPersonWork: route({
    method: "GET",
    path: "/api/postil/v1/people/:user_id/work",
    access: "owner",
    summary: "What would stay and what would go if a person were deleted",
    replies: { 200: WirePersonWork },
  }),
  deletePerson: route({
    method: "DELETE",
    path: "/api/postil/v1/people/:user_id",
    access: "owner",
    conflicts: true,
    summary: "Delete a person with their drafts and keys; their answers stay, without a name",
    replies: { 204: z.null() },
  }),
};
