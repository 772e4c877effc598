import type { RecordResponseInput, ResponseInput } from "@postil/domain/records/record-input";
import { z } from "zod";
import { oneOf, uuid } from "../wire/leaf.ts";
import { variants } from "../wire/shape.ts";
import { answerValues } from "./answers.ts";

/** Responses as they are sent; which of them need values depends on the status and on the call (contract api-v1 7.1). */

const ENUMERATION = "ResponseStatus";
const orNull = answerValues.nullish();

export const CreatedResponse = z.object({ values: orNull, status: oneOf(["draft", "submitted", "discarded"]) });

export const ChangedResponse = variants(
  "status",
  {
    submitted: z.object({ values: answerValues, status: z.literal("submitted") }),
    discarded: z.object({ values: orNull, status: z.literal("discarded") }),
    draft: z.object({ values: orNull, status: z.literal("draft") }),
  },
  ENUMERATION,
);

export const OwnResponse = variants(
  "status",
  {
    submitted: z.object({ values: answerValues, status: z.literal("submitted"), record_id: uuid }),
    discarded: z.object({ values: orNull, status: z.literal("discarded"), record_id: uuid }),
    draft: z.object({ values: orNull, status: z.literal("draft"), record_id: uuid }),
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

const LONGEST_MS = 24 * 60 * 60 * 1000;

/**
 * How long the record was on the screen, in whole milliseconds: the page says so in a header, for the history of work.
 * A courtesy, so what cannot be read is passed over; more than a day is a forgotten window.
 */
export const ShownHeaders = z.object({
  "x-postil-shown-ms": z
    .unknown()
    .transform((value) =>
      typeof value === "string" && /^\d{1,15}$/.test(value) ? Math.min(Number(value), LONGEST_MS) : null,
    )
    .optional(),
});
