import { RESPONSE_STATUSES } from "@postil/domain/records/response";
import { z } from "zod";
import { id, time } from "./parts.ts";

const person = z.object({ id, username: z.string() }).nullable();
const status = z.enum(RESPONSE_STATUSES).nullable();

export const WireHistoryEntry = z.object({
  id: z.number().int(),
  at: time,
  /** Null: a user who is deleted. */
  actor: person,
  author: person,
  /** Null: there was no response, there is none any more. */
  status_before: status,
  status_after: status,
  shown_ms: z.number().int().nullable(),
  answers: z.array(
    z.object({
      question_name: z.string(),
      question_title: z.string(),
      written: z.boolean(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});
export type WireHistoryEntry = z.output<typeof WireHistoryEntry>;
