import { KEY_NAME, MOST_KEY_DAYS } from "@postil/domain/accounts/api-keys";
import { PASSWORD } from "@postil/domain/datasets/names";
import { MEMBER_NAME, MOST_CHANGES } from "@postil/domain/preferences/members";
import { z } from "zod";
import { route } from "../route.ts";
import { anything, integer, leaf, number, readLeaf, text } from "../wire/leaf.ts";
import { id, itemsOf, time } from "../wire/replies.ts";
import { list } from "../wire/shape.ts";
import { toldTime } from "../wire/times.ts";

const use = { last_used_at: time.nullable(), last_used_by: z.string().nullable() };

export const WireApiKey = z.object({
  id,
  name: z.string(),
  /** The last four characters of the key. */
  ending: z.string(),
  inserted_at: time,
  expires_at: time.nullable(),
  ...use,
});
export type WireApiKey = z.output<typeof WireApiKey>;

/** A new key: only this reply contains the key itself. */
const WireNewApiKey = WireApiKey.extend({ key: z.string() });

/** Facts about the first key, which `/me` returns. */
export const WireFirstKey = z.object({ ending: z.string(), ...use });
export type WireFirstKey = z.output<typeof WireFirstKey>;

/** All keys of a person, the newest first. */
export const WireApiKeys = z.object({ first: WireFirstKey, items: z.array(WireApiKey) });
export type WireApiKeys = z.output<typeof WireApiKeys>;

export const WirePreference = z.object({ name: z.string(), value: z.unknown(), changed_at: time });
export type WirePreference = z.output<typeof WirePreference>;

const ChangedPreference = z.object({
  name: text({ ...MEMBER_NAME, strict: true }),
  value: anything.nullish(),
  age: number({ ge: 0 }).nullish(),
  seen: toldTime.nullish(),
});
export type ChangedPreference = z.output<typeof ChangedPreference>;

export const ChangedPreferences = z.object({ items: list(ChangedPreference, { max: MOST_CHANGES }) });

/** Preferences that follow a person to every browser: Postil's own. */

const preferences = itemsOf(WirePreference);

export const preferenceRoutes = {
  getMyPreferences: route("GET", "/api/postil/v1/me/preferences", "signed-in", {
    summary: "The caller's preferences, as far as they follow them",
    replies: { 200: preferences },
  }),
  changeMyPreferences: route("PATCH", "/api/postil/v1/me/preferences", "signed-in", {
    summary: "Change preferences of the caller's; of two browsers' changes the later stands",
    body: ChangedPreferences,
    replies: { 200: preferences },
  }),
};

/** The keys of the caller: named ones, and the first key, which every user has. Postil's own. */

const anyDays = integer({ ge: 1, le: MOST_KEY_DAYS });

/** Refuses fractions. Elsewhere they are cut off, as in the reference; here the key would end too early. */
const days = leaf<number>(
  (value) => {
    if (typeof value !== "number" || Number.isInteger(value)) return readLeaf(anyDays, value);
    const msg = `a key is good for whole days, from 1 to ${MOST_KEY_DAYS}, found ${value}`;
    return { refused: { type: "type_error.integer", msg } };
  },
  { type: "integer", minimum: 1, maximum: MOST_KEY_DAYS },
);

export const apiKeyRoutes = {
  listMyApiKeys: route("GET", "/api/postil/v1/me/api-keys", "signed-in", {
    summary: "The caller's API keys, without the keys themselves",
    replies: { 200: WireApiKeys },
  }),
  createMyApiKey: route("POST", "/api/postil/v1/me/api-keys", "signed-in", {
    conflicts: true,
    summary: "Make a named API key; the key itself is told this once",
    body: z.object({
      name: text({ ...KEY_NAME, trim: true, strict: true }),
      days: days.nullish(),
    }),
    replies: { 201: WireNewApiKey },
  }),
  deleteMyApiKey: route("DELETE", "/api/postil/v1/me/api-keys/:key_id", "signed-in", {
    summary: "Revoke a named API key of the caller's",
    replies: { 200: WireApiKey },
  }),
  replaceMyApiKey: route("POST", "/api/postil/v1/me/api-key", "signed-in", {
    conflicts: true,
    givesAccess: true,
    summary: "Replace the first API key of the caller: the one there is stops working at once",
    /** Ending of the key to replace, so that two pages do not replace the key twice. */
    body: z.object({ ending: text({ strict: true }) }),
    replies: { 200: z.object({ api_key: z.string() }) },
  }),
};

/** All that is kept about a person, as one file: Postil's own. */
export const personData = {
  replies: { 200: z.null() },
  carries: { 200: { headers: { "content-disposition": "The name of the file" }, stream: ["application/zip"] } },
} as const;

export const ownDataRoutes = {
  exportMyData: route("GET", "/api/postil/v1/me/data", "signed-in", {
    summary: "All that is kept about the caller, as a zip of JSON files",
    ...personData,
  }),
};

/** The caller's password: Postil's own. */
export const ownPasswordRoutes = {
  getMyPassword: route("GET", "/api/postil/v1/me/password", "signed-in", {
    summary: "Whether the caller has a password, and the provider that opens their account",
    replies: { 200: z.object({ set: z.boolean(), provider: z.string().nullable() }) },
  }),
  changeMyPassword: route("PUT", "/api/postil/v1/me/password", "signed-in", {
    conflicts: true,
    summary: "Change the caller's password, or choose the first; ends their other sessions",
    body: z.object({ current: text({ strict: true }).optional(), password: text({ ...PASSWORD, strict: true }) }),
  }),
};
