import type { AnswerValues } from "@postil/domain/records/answer-values";
import { RESPONSE_STATUSES } from "@postil/domain/records/response";
import { z } from "zod";
import { id, time } from "./parts.ts";

/** Answers have the same form on both sides. Their content is checked by the rules, not by the wire. */
const answerValues = z.custom<AnswerValues>((value) => typeof value === "object" && value !== null);

export const WireResponse = z.object({
  id,
  values: answerValues.nullable(),
  status: z.enum(RESPONSE_STATUSES),
  record_id: id,
  user_id: id.nullable(),
  inserted_at: time,
  updated_at: time,
});
export type WireResponse = z.output<typeof WireResponse>;
