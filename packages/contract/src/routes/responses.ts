import { z } from "zod";
import { TEXT_BYTES } from "../body-limit.ts";
import { WireResponse } from "../entities/responses.ts";
import { ChangedResponse, CreatedResponse, OwnResponse, SeenQuery, ShownHeaders } from "../inputs/responses.ts";
import { route } from "../route.ts";
import { list } from "../wire/shape.ts";

/** Responses (contract api-v1 rows 39 to 42). */

const OneOrFailure = z.object({
  item: WireResponse.nullable(),
  error: z.object({ detail: z.string() }).nullable(),
  /** Present only if the response was not as the writer had seen it: the response that is there, null for none. */
  postil_now: WireResponse.nullable().optional(),
});

export const responseRoutes = {
  createResponse: route({
    method: "POST",
    path: "/api/v1/records/:record_id/responses",
    access: "member",
    conflicts: true,
    summary: "Create the caller's response to a record",
    headers: ShownHeaders,
    body: CreatedResponse,
    bodyLimit: TEXT_BYTES,
    replies: { 201: WireResponse },
  }),
  updateResponse: route({
    method: "PUT",
    path: "/api/v1/responses/:response_id",
    access: "author",
    conflicts: true,
    summary: "Replace a response",
    headers: ShownHeaders,
    body: ChangedResponse,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireResponse },
  }),
  deleteResponse: route({
    method: "DELETE",
    path: "/api/v1/responses/:response_id",
    access: "author",
    conflicts: true,
    summary: "Delete a response: the record is pending again",
    query: SeenQuery,
    headers: ShownHeaders,
    replies: { 200: WireResponse },
  }),
  bulkSaveResponses: route({
    method: "POST",
    path: "/api/v1/me/responses/bulk",
    access: "signed-in",
    summary: "Create or replace the caller's responses to up to 100 records, each for itself",
    headers: ShownHeaders,
    body: z.object({ items: list(OwnResponse, { min: 1, max: 100 }) }),
    bodyLimit: TEXT_BYTES,
    replies: { 200: z.object({ items: z.array(OneOrFailure) }) },
  }),
};
