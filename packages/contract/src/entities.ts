import { ROLES } from "@postil/domain/accounts/users";
import type { AnswerValues } from "@postil/domain/answers/values";
import { DATASET_STATUSES } from "@postil/domain/datasets/dataset";
import type { Suggestion } from "@postil/domain/records/record";
import { RESPONSE_STATUSES } from "@postil/domain/records/response";
import { z } from "zod";

/**
 * The entities as they stand in replies (contract api-v1 section 3). Every output member is named here and nowhere else;
 * `mapping.ts` translates to and from the domain's names.
 */

const id = z.uuid();
const time = z.string();

export const WireUser = z.object({
  id,
  first_name: z.string(),
  last_name: z.string().nullable(),
  username: z.string(),
  role: z.enum(ROLES),
  api_key: z.string(),
  inserted_at: time,
  updated_at: time,
});
export type WireUser = z.output<typeof WireUser>;

/** The older shape of a user: nulls left out, the workspaces' names with it (contract api-v0 section 2, AUT-06). */
export const WireUserV0 = z.object({
  id,
  first_name: z.string(),
  last_name: z.string().optional(),
  full_name: z.string(),
  username: z.string(),
  role: z.enum(ROLES),
  workspaces: z.array(z.string()),
  api_key: z.string(),
  inserted_at: time,
  updated_at: time,
});
export type WireUserV0 = z.output<typeof WireUserV0>;

export const WireWorkspace = z.object({ id, name: z.string(), inserted_at: time, updated_at: time });
export type WireWorkspace = z.output<typeof WireWorkspace>;

export const WireDataset = z.object({
  id,
  name: z.string(),
  guidelines: z.string().nullable(),
  allow_extra_metadata: z.boolean(),
  status: z.enum(DATASET_STATUSES),
  workspace_id: id,
  last_activity_at: time,
  inserted_at: time,
  updated_at: time,
});
export type WireDataset = z.output<typeof WireDataset>;

/** A dataset of the older family, nulls left out (contract api-v0 section 3). */
export const WireTaskDataset = z.object({
  id: z.string(),
  name: z.string(),
  task: z.string(),
  workspace: z.string(),
  owner: z.string().optional(),
  tags: z.record(z.string(), z.string()),
  metadata: z.record(z.string(), z.unknown()),
  created_at: time,
  created_by: z.string().optional(),
  last_updated: time,
});
export type WireTaskDataset = z.output<typeof WireTaskDataset>;

export const WireField = z.object({
  id,
  name: z.string(),
  title: z.string(),
  required: z.boolean(),
  settings: z.object({ type: z.literal("text"), use_markdown: z.boolean() }),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireField = z.output<typeof WireField>;

const option = z.object({ value: z.string(), text: z.string(), description: z.string().nullable() });

export const WireQuestionSettings = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), use_markdown: z.boolean() }),
  z.object({ type: z.literal("rating"), options: z.array(z.object({ value: z.number() })) }),
  z.object({ type: z.literal("label_selection"), options: z.array(option), visible_options: z.number().nullable() }),
  z.object({
    type: z.literal("multi_label_selection"),
    options: z.array(option),
    visible_options: z.number().nullable(),
    options_order: z.enum(["natural", "suggestion"]),
  }),
  z.object({ type: z.literal("ranking"), options: z.array(option) }),
  z.object({
    type: z.literal("span"),
    field: z.string(),
    options: z.array(option),
    visible_options: z.number().nullable(),
    allow_overlapping: z.boolean(),
    allow_character_annotation: z.boolean(),
  }),
]);
export type WireQuestionSettings = z.output<typeof WireQuestionSettings>;

export const WireQuestion = z.object({
  id,
  name: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  required: z.boolean(),
  settings: WireQuestionSettings,
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireQuestion = z.output<typeof WireQuestion>;

export const WireMetadataSettings = z.discriminatedUnion("type", [
  z.object({ type: z.literal("terms"), values: z.array(z.string()).nullable() }),
  z.object({ type: z.literal("integer"), min: z.number().nullable(), max: z.number().nullable() }),
  z.object({ type: z.literal("float"), min: z.number().nullable(), max: z.number().nullable() }),
]);
export type WireMetadataSettings = z.output<typeof WireMetadataSettings>;

export const WireMetadataProperty = z.object({
  id,
  name: z.string(),
  title: z.string(),
  settings: WireMetadataSettings,
  visible_for_annotators: z.boolean(),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireMetadataProperty = z.output<typeof WireMetadataProperty>;

const bound = z.number().nullable();
export const WireMetadataMetrics = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("terms"),
    total: z.number().int(),
    values: z.array(z.object({ term: z.string(), count: z.number().int() })),
  }),
  z.object({ type: z.literal("integer"), min: bound, max: bound }),
  z.object({ type: z.literal("float"), min: bound, max: bound }),
]);
export type WireMetadataMetrics = z.output<typeof WireMetadataMetrics>;

export const WireVectorSettings = z.object({
  id,
  name: z.string(),
  title: z.string(),
  dimensions: z.number(),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireVectorSettings = z.output<typeof WireVectorSettings>;

/** Answers have the same form on both sides; their inside is checked by the rules, not by the wire. */
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

export const WireSuggestion = z.object({
  question_id: id,
  type: z.enum(["model", "human"]).nullable(),
  value: z.custom<Suggestion["value"]>((value) => value !== null && value !== undefined),
  agent: z.string().nullable(),
  score: z.union([z.number(), z.array(z.number())]).nullable(),
  id,
  inserted_at: time,
  updated_at: time,
});
export type WireSuggestion = z.output<typeof WireSuggestion>;

export const WireRecord = z.object({
  id,
  fields: z.record(z.string(), z.string().nullable()),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  external_id: z.string().nullable(),
  responses: z.array(WireResponse).nullish(),
  suggestions: z.array(WireSuggestion).nullish(),
  vectors: z.record(z.string(), z.array(z.number())).nullish(),
  dataset_id: id,
  inserted_at: time,
  updated_at: time,
});
export type WireRecord = z.output<typeof WireRecord>;

const count = z.number().int();
export const WireOwnMetrics = z.object({
  records: z.object({ count }),
  responses: z.object({ count, submitted: count, discarded: count, draft: count }),
});
export type WireOwnMetrics = z.output<typeof WireOwnMetrics>;

export const WireProgress = z.object({
  total: count,
  submitted: count,
  discarded: count,
  conflicting: count,
  pending: count,
});
export type WireProgress = z.output<typeof WireProgress>;

export const WireResponseCounts = z.object({ people: count, submitted: count, discarded: count, draft: count });

export const WireToken = z.object({ access_token: z.string(), token_type: z.literal("bearer") });
