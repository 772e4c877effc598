import { KEY_NAME, MOST_KEY_DAYS } from "@postil/domain/accounts/api-keys";
import { z } from "zod";
import { WireApiKey, WireApiKeys, WireNewApiKey } from "../entities/api-keys.ts";
import { route } from "../route.ts";
import { integer, leaf, readLeaf, text } from "../wire/leaf.ts";

/** The keys of the caller: named ones, and the first key, which every user has. Postil's own. */

const anyDays = integer({ ge: 1, le: MOST_KEY_DAYS });

/**
 * Refuses fractions. Elsewhere a fraction is cut off, as in the reference; here the key would end earlier than
 * requested.
 */
const days = leaf<number>(
  (value) => {
    if (typeof value !== "number" || Number.isInteger(value)) return readLeaf(anyDays, value);
    const msg = `a key is good for whole days, from 1 to ${MOST_KEY_DAYS}, found ${value}`;
    return { refused: { type: "type_error.integer", msg } };
  },
  { type: "integer", minimum: 1, maximum: MOST_KEY_DAYS },
);

export const apiKeyRoutes = {
  listMyApiKeys: route({
    method: "GET",
    path: "/api/postil/v1/me/api-keys",
    access: "signed-in",
    summary: "The caller's API keys, without the keys themselves",
    replies: { 200: WireApiKeys },
  }),
  createMyApiKey: route({
    method: "POST",
    path: "/api/postil/v1/me/api-keys",
    access: "signed-in",
    conflicts: true,
    summary: "Make a named API key; the key itself is told this once",
    body: z.object({
      name: text({ ...KEY_NAME, trim: true, strict: true }),
      days: days.nullish(),
    }),
    replies: { 201: WireNewApiKey },
  }),
  deleteMyApiKey: route({
    method: "DELETE",
    path: "/api/postil/v1/me/api-keys/:key_id",
    access: "signed-in",
    summary: "Revoke a named API key of the caller's",
    replies: { 200: WireApiKey },
  }),
  replaceMyApiKey: route({
    method: "POST",
    path: "/api/postil/v1/me/api-key",
    access: "signed-in",
    conflicts: true,
    givesAccess: true,
    summary: "Replace the first API key of the caller: the one there is stops working at once",
    /** Ending of the key to replace, so that two pages do not replace the key twice. */
    body: z.object({ ending: text({ strict: true }) }),
    replies: { 200: z.object({ api_key: z.string() }) },
  }),
};
