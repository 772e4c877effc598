import { TASK_STATUSES } from "@postil/domain/tasks/task-record";
import { z } from "zod";
import { time } from "./parts.ts";

/** A record of the older family in a reply: keys without a value are null or left out (contract api-v0 6.2, 7.1). */

const agent = z.string().nullish();
const score = z.number();
const AnnotationPart = z.union([
  z.strictObject({ agent, labels: z.array(z.strictObject({ class: z.string(), score })) }),
  z.strictObject({
    agent,
    entities: z.array(z.strictObject({ start: z.int(), end: z.int(), label: z.string(), score })),
    score: score.nullish(),
  }),
  z.strictObject({ agent, sentences: z.array(z.strictObject({ text: z.string(), score })) }),
]);
export type WireAnnotationPart = z.output<typeof AnnotationPart>;

const byAgent = z.record(z.string(), AnnotationPart);
const WireVector = z.strictObject({
  value: z.array(z.number()),
  record_properties: z.array(z.unknown()).nullish(),
  model: z.string().nullish(),
});
const Attribution = z.strictObject({ token: z.string(), attributions: z.record(z.string(), z.number()) });

export const WireTaskRecord = z.strictObject({
  id: z.union([z.string(), z.int()]),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  event_timestamp: z.string().nullish(),
  status: z.enum(TASK_STATUSES),
  prediction: AnnotationPart.nullish(),
  annotation: AnnotationPart.nullish(),
  vectors: z.record(z.string(), WireVector).nullish(),
  predictions: byAgent.nullish(),
  annotations: byAgent.nullish(),
  metrics: z.record(z.string(), z.unknown()),
  search_keywords: z.array(z.string()).nullish(),
  last_updated: time,
  inputs: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  multi_label: z.boolean().optional(),
  explanation: z.record(z.string(), z.array(Attribution)).nullish(),
  text: z.string().optional(),
  tokens: z.array(z.string()).optional(),
});
export type WireTaskRecord = z.output<typeof WireTaskRecord>;

const State = z.strictObject(WireTaskRecord.pick({ status: true, annotation: true, last_updated: true }).shape);
/**
 * The outcome of an answer. `changed`: the record has a state that the writer has not seen, and keeps it. `missing`: no
 * record has this id. `refused`: the record cannot have this answer; `detail` has the reason.
 */
export const AnswerOutcome = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.enum(["answered", "changed"]), record: State }),
  z.strictObject({ outcome: z.enum(["refused", "missing"]), detail: z.string() }),
]);
export type AnswerOutcome = z.output<typeof AnswerOutcome>;
