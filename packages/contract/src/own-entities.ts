import { RESPONSE_STATUSES } from "@postil/domain/records/response";
import { z } from "zod";

/** As entities.ts, for what only Postil has: the history of records, flags and saved views. `own-mapping.ts` translates. */

const id = z.uuid();
const time = z.string();

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

export const WireFlag = z.object({ record_id: id, preview: z.string(), flagged_at: time });
export type WireFlag = z.output<typeof WireFlag>;

export const WireSavedView = z.object({
  id,
  name: z.string(),
  query: z.string(),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireSavedView = z.output<typeof WireSavedView>;
