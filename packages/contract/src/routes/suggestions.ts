import { z } from "zod";
import { TEXT_BYTES } from "../body-limit.ts";
import { WireSuggestion } from "../entities/suggestions.ts";
import { idList } from "../inputs/ids.ts";
import { NewSuggestion } from "../inputs/suggestions.ts";
import { route } from "../route.ts";

/** Suggestions (contract api-v1 rows 43 to 46). */

export const suggestionRoutes = {
  listSuggestions: route({
    method: "GET",
    path: "/api/v1/records/:record_id/suggestions",
    access: "member",
    summary: "The suggestions of a record, oldest first",
    replies: { 200: z.object({ items: z.array(WireSuggestion) }) },
  }),
  upsertSuggestion: route({
    method: "PUT",
    path: "/api/v1/records/:record_id/suggestions",
    access: "manager",
    summary: "Create the suggestion for a question, or replace it",
    body: NewSuggestion,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireSuggestion, 201: WireSuggestion },
  }),
  deleteSuggestions: route({
    method: "DELETE",
    path: "/api/v1/records/:record_id/suggestions",
    access: "manager",
    summary: "Delete up to 100 suggestions of a record by their ids",
    query: z.object({ ids: idList }),
    replies: { 204: z.null() },
  }),
  deleteSuggestion: route({
    method: "DELETE",
    path: "/api/v1/suggestions/:suggestion_id",
    access: "manager",
    summary: "Delete one suggestion",
    replies: { 200: WireSuggestion },
  }),
};
