import { RESPONSE_STATUSES } from "@postil/domain/records/response";
import { CHANGED_PARTS } from "@postil/domain/tasks/record-history";
import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import { z } from "zod";
import { id, time } from "./parts.ts";

const person = z.object({ id, username: z.string() }).nullable();
const status = z.enum(RESPONSE_STATUSES).nullable();

export const WireHistoryEntry = z.object({
  id: z.number().int(),
  at: time,
  /** Null: the user is deleted. */
  actor: person,
  author: person,
  /** Null: there was no response before, or there is none after. */
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

const state = z.object({ status: z.enum(TASK_STATUSES), annotation: z.string().nullable() });

/** A step of a task record. */
export const WireTaskHistoryEntry = z.object({
  id: z.number().int(),
  at: time,
  actor: person,
  /** Null: the record was new. */
  before: state.nullable(),
  after: state,
  changed: z.array(z.enum(CHANGED_PARTS)),
});
export type WireTaskHistoryEntry = z.output<typeof WireTaskHistoryEntry>;
