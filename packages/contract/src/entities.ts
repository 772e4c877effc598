import type {
  AnswerValues,
  Dataset,
  FeedbackRecord,
  Field,
  MetadataProperty,
  MetadataSettings,
  OwnMetrics,
  Question,
  QuestionSettings,
  Response,
  Suggestion,
  TeamProgress,
  User,
  VectorSettings,
  Workspace,
} from "@postil/domain/entities";
import { RESPONSE_STATUSES, ROLES } from "@postil/domain/entities";
import { z } from "zod";
import { timeFromWire, timeToWire } from "./wire/time.ts";

/**
 * The entities as they stand in replies (contract api-v1 section 3), each with the two functions that translate between
 * the wire's snake_case and the domain's names. Every output member is named here and nowhere else.
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

const times = (entity: { insertedAt: number; updatedAt: number }) => ({
  inserted_at: timeToWire(entity.insertedAt),
  updated_at: timeToWire(entity.updatedAt),
});
const timesFromWire = (wire: { inserted_at: string; updated_at: string }) => ({
  insertedAt: timeFromWire(wire.inserted_at),
  updatedAt: timeFromWire(wire.updated_at),
});

export const userToWire = (user: User): WireUser => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  username: user.username,
  role: user.role,
  api_key: user.apiKey,
  ...times(user),
});

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

export const userToWireV0 = (user: User, workspaces: readonly string[]): WireUserV0 => ({
  id: user.id,
  first_name: user.firstName,
  ...(user.lastName === null ? {} : { last_name: user.lastName }),
  full_name: user.firstName === "" ? "" : [user.firstName, user.lastName].filter(Boolean).join(" "),
  username: user.username,
  role: user.role,
  workspaces: [...workspaces],
  api_key: user.apiKey,
  ...times(user),
});

export const userFromWireV0 = (wire: WireUserV0): User & { readonly workspaces: readonly string[] } => ({
  id: wire.id,
  firstName: wire.first_name,
  lastName: wire.last_name ?? null,
  username: wire.username,
  role: wire.role,
  apiKey: wire.api_key,
  workspaces: wire.workspaces,
  ...timesFromWire(wire),
});

export const WireWorkspace = z.object({ id, name: z.string(), inserted_at: time, updated_at: time });
export type WireWorkspace = z.output<typeof WireWorkspace>;
export const workspaceToWire = (workspace: Workspace): WireWorkspace => ({
  id: workspace.id,
  name: workspace.name,
  ...times(workspace),
});
export const workspaceFromWire = (wire: WireWorkspace): Workspace => ({
  id: wire.id,
  name: wire.name,
  ...timesFromWire(wire),
});

export const WireDataset = z.object({
  id,
  name: z.string(),
  guidelines: z.string().nullable(),
  allow_extra_metadata: z.boolean(),
  status: z.enum(["draft", "ready"]),
  workspace_id: id,
  last_activity_at: time,
  inserted_at: time,
  updated_at: time,
});
export type WireDataset = z.output<typeof WireDataset>;
export const datasetToWire = (dataset: Dataset): WireDataset => ({
  id: dataset.id,
  name: dataset.name,
  guidelines: dataset.guidelines,
  allow_extra_metadata: dataset.allowExtraMetadata,
  status: dataset.status,
  workspace_id: dataset.workspaceId,
  last_activity_at: timeToWire(dataset.lastActivityAt),
  ...times(dataset),
});
export const datasetFromWire = (wire: WireDataset): Dataset => ({
  id: wire.id,
  name: wire.name,
  guidelines: wire.guidelines,
  allowExtraMetadata: wire.allow_extra_metadata,
  status: wire.status,
  workspaceId: wire.workspace_id,
  lastActivityAt: timeFromWire(wire.last_activity_at),
  ...timesFromWire(wire),
});

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
export const fieldToWire = (field: Field): WireField => ({
  id: field.id,
  name: field.name,
  title: field.title,
  required: field.required,
  settings: { type: "text", use_markdown: field.settings.useMarkdown },
  dataset_id: field.datasetId,
  ...times(field),
});
export const fieldFromWire = (wire: WireField): Field => ({
  id: wire.id,
  name: wire.name,
  title: wire.title,
  required: wire.required,
  settings: { type: "text", useMarkdown: wire.settings.use_markdown },
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

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

const optionsToWire = (options: readonly { value: string; text: string; description: string | null }[]) =>
  options.map(({ value, text, description }) => ({ value, text, description }));

export function questionSettingsToWire(settings: QuestionSettings): WireQuestionSettings {
  switch (settings.type) {
    case "text":
      return { type: "text", use_markdown: settings.useMarkdown };
    case "rating":
      return { type: "rating", options: settings.options.map(({ value }) => ({ value })) };
    case "label_selection":
      return {
        type: "label_selection",
        options: optionsToWire(settings.options),
        visible_options: settings.visibleOptions,
      };
    case "multi_label_selection":
      return {
        type: "multi_label_selection",
        options: optionsToWire(settings.options),
        visible_options: settings.visibleOptions,
        options_order: settings.optionsOrder,
      };
    case "ranking":
      return { type: "ranking", options: optionsToWire(settings.options) };
    case "span":
      return {
        type: "span",
        field: settings.field,
        options: optionsToWire(settings.options),
        visible_options: settings.visibleOptions,
        allow_overlapping: settings.allowOverlapping,
        allow_character_annotation: settings.allowCharacterAnnotation,
      };
  }
}

export function questionSettingsFromWire(wire: WireQuestionSettings): QuestionSettings {
  switch (wire.type) {
    case "text":
      return { type: "text", useMarkdown: wire.use_markdown };
    case "rating":
      return { type: "rating", options: wire.options };
    case "label_selection":
      return { type: "label_selection", options: wire.options, visibleOptions: wire.visible_options };
    case "multi_label_selection":
      return {
        type: "multi_label_selection",
        options: wire.options,
        visibleOptions: wire.visible_options,
        optionsOrder: wire.options_order,
      };
    case "ranking":
      return { type: "ranking", options: wire.options };
    case "span":
      return {
        type: "span",
        field: wire.field,
        options: wire.options,
        visibleOptions: wire.visible_options,
        allowOverlapping: wire.allow_overlapping,
        allowCharacterAnnotation: wire.allow_character_annotation,
      };
  }
}

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
export const questionToWire = (question: Question): WireQuestion => ({
  id: question.id,
  name: question.name,
  title: question.title,
  description: question.description,
  required: question.required,
  settings: questionSettingsToWire(question.settings),
  dataset_id: question.datasetId,
  ...times(question),
});
export const questionFromWire = (wire: WireQuestion): Question => ({
  id: wire.id,
  name: wire.name,
  title: wire.title,
  description: wire.description,
  required: wire.required,
  settings: questionSettingsFromWire(wire.settings),
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

export const WireMetadataSettings = z.discriminatedUnion("type", [
  z.object({ type: z.literal("terms"), values: z.array(z.string()).nullable() }),
  z.object({ type: z.literal("integer"), min: z.number().nullable(), max: z.number().nullable() }),
  z.object({ type: z.literal("float"), min: z.number().nullable(), max: z.number().nullable() }),
]);
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

function metadataSettingsToWire(settings: MetadataSettings): z.output<typeof WireMetadataSettings> {
  return settings.type === "terms"
    ? { type: "terms", values: settings.values && [...settings.values] }
    : { type: settings.type, min: settings.min, max: settings.max };
}
export const metadataPropertyToWire = (property: MetadataProperty): WireMetadataProperty => ({
  id: property.id,
  name: property.name,
  title: property.title,
  settings: metadataSettingsToWire(property.settings),
  visible_for_annotators: property.visibleForAnnotators,
  dataset_id: property.datasetId,
  ...times(property),
});
export const metadataPropertyFromWire = (wire: WireMetadataProperty): MetadataProperty => ({
  id: wire.id,
  name: wire.name,
  title: wire.title,
  settings: wire.settings,
  visibleForAnnotators: wire.visible_for_annotators,
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

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
export const vectorSettingsToWire = (settings: VectorSettings): WireVectorSettings => ({
  id: settings.id,
  name: settings.name,
  title: settings.title,
  dimensions: settings.dimensions,
  dataset_id: settings.datasetId,
  ...times(settings),
});
export const vectorSettingsFromWire = (wire: WireVectorSettings): VectorSettings => ({
  id: wire.id,
  name: wire.name,
  title: wire.title,
  dimensions: wire.dimensions,
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

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
export const responseToWire = (response: Response): WireResponse => ({
  id: response.id,
  values: response.values,
  status: response.status,
  record_id: response.recordId,
  user_id: response.userId,
  ...times(response),
});
export const responseFromWire = (wire: WireResponse): Response => ({
  id: wire.id,
  values: wire.values,
  status: wire.status,
  recordId: wire.record_id,
  userId: wire.user_id,
  ...timesFromWire(wire),
});

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
export const suggestionToWire = (suggestion: Suggestion): WireSuggestion => ({
  question_id: suggestion.questionId,
  type: suggestion.type,
  value: suggestion.value,
  agent: suggestion.agent,
  score: typeof suggestion.score === "object" && suggestion.score ? [...suggestion.score] : suggestion.score,
  id: suggestion.id,
  ...times(suggestion),
});
export const suggestionFromWire = (wire: WireSuggestion): Suggestion => ({
  id: wire.id,
  questionId: wire.question_id,
  type: wire.type,
  value: wire.value,
  agent: wire.agent,
  score: wire.score,
  ...timesFromWire(wire),
});

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

/** `responses`, `suggestions` and `vectors` stand in the reply exactly when the record carries them (api-v1 8.1). */
export const recordToWire = (record: FeedbackRecord): WireRecord => ({
  id: record.id,
  fields: record.fields,
  metadata: record.metadata,
  external_id: record.externalId,
  ...(record.responses === undefined ? {} : { responses: record.responses?.map(responseToWire) ?? null }),
  ...(record.suggestions === undefined
    ? {}
    : { suggestions: record.suggestions?.map(suggestionToWire) ?? null }),
  ...(record.vectors === undefined ? {} : { vectors: record.vectors as WireRecord["vectors"] }), // read-only lists on our side
  dataset_id: record.datasetId,
  ...times(record),
});
export const recordFromWire = (wire: WireRecord): FeedbackRecord => ({
  id: wire.id,
  fields: wire.fields,
  metadata: wire.metadata,
  externalId: wire.external_id,
  ...(wire.responses === undefined ? {} : { responses: wire.responses?.map(responseFromWire) ?? null }),
  ...(wire.suggestions === undefined
    ? {}
    : { suggestions: wire.suggestions?.map(suggestionFromWire) ?? null }),
  ...(wire.vectors === undefined ? {} : { vectors: wire.vectors }),
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

const count = z.number().int();
export const WireOwnMetrics = z.object({
  records: z.object({ count }),
  responses: z.object({ count, submitted: count, discarded: count, draft: count }),
});
export const ownMetricsToWire = (metrics: OwnMetrics): z.output<typeof WireOwnMetrics> => ({
  records: { count: metrics.records },
  responses: {
    count: metrics.responses,
    submitted: metrics.submitted,
    discarded: metrics.discarded,
    draft: metrics.draft,
  },
});
export const ownMetricsFromWire = (wire: z.output<typeof WireOwnMetrics>): OwnMetrics => ({
  records: wire.records.count,
  responses: wire.responses.count,
  submitted: wire.responses.submitted,
  discarded: wire.responses.discarded,
  draft: wire.responses.draft,
});

export const WireProgress = z.object({
  total: count,
  submitted: count,
  discarded: count,
  conflicting: count,
  pending: count,
});
export const progressToWire = (progress: TeamProgress): z.output<typeof WireProgress> => ({
  total: progress.total,
  submitted: progress.submitted,
  discarded: progress.discarded,
  conflicting: progress.conflicting,
  pending: progress.pending,
});

export const WireToken = z.object({ access_token: z.string(), token_type: z.literal("bearer") });
