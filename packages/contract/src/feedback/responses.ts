import { RESPONSE_STATUSES } from "@postil/domain/records/labeled-record";
import type { AnswerValues, RecordResponseInput, ResponseInput } from "@postil/domain/records/record";
import type { Micros } from "@postil/domain/time";
import { z } from "zod";
import { route, TEXT_BYTES } from "../route.ts";
import { bool, oneOf, uuid } from "../wire/leaf.ts";
import { timeFromWire } from "../wire/mapping.ts";
import { id, itemsOf, stamps } from "../wire/replies.ts";
import { last, list, variants } from "../wire/shape.ts";
import { toldTime } from "../wire/times.ts";
import { answerValues } from "./values.ts";

/** Answers have the same form on both sides. Their content is checked by the rules, not by the wire. */
const AnyAnswers = z.custom<AnswerValues>((value) => typeof value === "object" && value !== null);

export const WireResponse = z.object({
  id,
  values: AnyAnswers.nullable(),
  status: z.enum(RESPONSE_STATUSES),
  record_id: id,
  user_id: id.nullable(),
  ...stamps,
});
export type WireResponse = z.output<typeof WireResponse>;

/** Responses in requests. The status and the call decide which of them need values (contract api-v1 7.1). */

const ENUMERATION = "ResponseStatus";
const orNull = answerValues.nullish();

/**
 * Postil's own: the `updated_at` of the response as its writer last saw it, null for none. If it is absent, the call
 * overwrites any response (FRS-17).
 */
const seen = { postil_seen: toldTime.nullish() };
/** Postil's own: removes the response, so that the record is pending again. */
const clear = { postil_clear: bool.nullish() };

const ChangedResponse = variants(
  "status",
  {
    submitted: z.object({ values: answerValues, status: z.literal("submitted"), ...seen }),
    discarded: z.object({ values: orNull, status: z.literal("discarded"), ...seen }),
    draft: z.object({ values: orNull, status: z.literal("draft"), ...seen }),
  },
  ENUMERATION,
);

export const OwnResponse = variants(
  "status",
  {
    submitted: z.object({ values: answerValues, status: z.literal("submitted"), record_id: uuid, ...seen }),
    discarded: z.object({ values: orNull, status: z.literal("discarded"), record_id: uuid, ...seen }),
    draft: z.object({ values: orNull, status: z.literal("draft"), record_id: uuid, ...seen, ...clear }),
  },
  ENUMERATION,
);

export const RecordResponse = variants(
  "status",
  {
    submitted: z.object({ user_id: uuid, values: answerValues, status: z.literal("submitted") }),
    draft: z.object({ user_id: uuid, values: answerValues, status: z.literal("draft") }),
    discarded: z.object({ user_id: uuid, values: orNull, status: z.literal("discarded") }),
  },
  ENUMERATION,
);

export const responseInput = (wire: {
  status: ResponseInput["status"];
  values?: ResponseInput["values"] | undefined;
}): ResponseInput => ({ status: wire.status, values: wire.values ?? null });

export const recordResponseInput = (wire: z.output<typeof RecordResponse>): RecordResponseInput => ({
  userId: wire.user_id,
  ...responseInput(wire),
});

/** The condition of a call; absent: none. */
export const seenInput = (given: string | null | undefined): { readonly seen?: Micros | null } =>
  given === undefined ? {} : { seen: given === null ? null : timeFromWire(given) };

const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * The time that the record was on the screen, in whole milliseconds: the page sends it in a header for the work
 * history. It is optional, so unreadable values are ignored. Longer than a day counts as a day, because the window was
 * forgotten.
 */
export const ShownHeaders = z.object({
  "x-postil-shown-ms": z
    .unknown()
    .transform((value) =>
      typeof value === "string" && /^\d{1,15}$/.test(value) ? Math.min(Number(value), LONGEST_MS) : null,
    )
    .optional(),
});

/** Responses (contract api-v1 rows 39 to 42). */

const OneOrFailure = z.object({
  item: WireResponse.nullable(),
  error: z.object({ detail: z.string() }).nullable(),
  /** Present only if the response was not as the writer had seen it: the response that is there, null for none. */
  postil_now: WireResponse.nullable().optional(),
});

export const responseRoutes = {
  createResponse: route("POST", "/api/v1/records/:record_id/responses", "member", {
    conflicts: true,
    summary: "Create the caller's response to a record",
    headers: ShownHeaders,
    body: z.object({ values: orNull, status: oneOf(["draft", "submitted", "discarded"]) }),
    bodyLimit: TEXT_BYTES,
    replies: { 201: WireResponse },
  }),
  updateResponse: route("PUT", "/api/v1/responses/:response_id", "author", {
    conflicts: true,
    summary: "Replace a response",
    headers: ShownHeaders,
    body: ChangedResponse,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireResponse },
  }),
  deleteResponse: route("DELETE", "/api/v1/responses/:response_id", "author", {
    conflicts: true,
    summary: "Delete a response: the record is pending again",
    query: z.object({ postil_seen: last(toldTime.optional()) }),
    headers: ShownHeaders,
    replies: { 200: WireResponse },
  }),
  bulkSaveResponses: route("POST", "/api/v1/me/responses/bulk", "signed-in", {
    summary: "Create or replace the caller's responses to up to 100 records, each for itself",
    headers: ShownHeaders,
    body: z.object({ items: list(OwnResponse, { min: 1, max: 100 }) }),
    bodyLimit: TEXT_BYTES,
    replies: { 200: itemsOf(OneOrFailure) },
  }),
};
