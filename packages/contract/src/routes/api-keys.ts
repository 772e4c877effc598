import { KEY_NAME, MOST_KEY_DAYS } from "@postil/domain/accounts/api-keys";
import { z } from "zod";
import { WireApiKey, WireApiKeys, WireNewApiKey } from "../entities/api-keys.ts";
import { KeyPath } from "../inputs/path.ts";
import { route } from "../route.ts";
import { integer, text } from "../wire/leaf.ts";

/** The keys of the caller: named ones, and the first, which everybody has: Postil's own. */

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
      days: integer({ ge: 1, le: MOST_KEY_DAYS }).nullish(),
    }),
    replies: { 201: WireNewApiKey },
  }),
  deleteMyApiKey: route({
    method: "DELETE",
    path: "/api/postil/v1/me/api-keys/:key_id",
    access: "signed-in",
    summary: "Revoke a named API key of the caller's",
    params: KeyPath,
    replies: { 200: WireApiKey },
  }),
  replaceMyApiKey: route({
    method: "POST",
    path: "/api/postil/v1/me/api-key",
    access: "signed-in",
    conflicts: true,
    summary: "Replace the first API key of the caller: the one there is stops working at once",
    /** Of the key that is to go: two pages do not replace it twice. */
    body: z.object({ ending: text({ strict: true }) }),
    replies: { 200: z.object({ api_key: z.string() }) },
  }),
};
