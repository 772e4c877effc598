import type { RecordResponseInput, ResponseInput } from "@postil/domain/records/record-input";
import type { Micros } from "@postil/domain/time";
import { z } from "zod";
import { bool, oneOf, uuid } from "../wire/leaf.ts";
import { last, variants } from "../wire/shape.ts";
import { timeFromWire } from "../wire/time.ts";
import { answerValues } from "./answers.ts";
import { toldTime } from "./told-time.ts";

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

export const CreatedResponse = z.object({ values: orNull, status: oneOf(["draft", "submitted", "discarded"]) });

export const ChangedResponse = variants(
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

export const SeenQuery = z.object({ postil_seen: last(toldTime.optional()) });

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
