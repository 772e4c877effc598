import { apiKeySeenBy, type Viewer } from "@postil/domain/accounts/policies";
import type { User, Workspace } from "@postil/domain/accounts/users";
import type { Dataset } from "@postil/domain/datasets/dataset";
import type { Field } from "@postil/domain/datasets/field";
import type { Question, QuestionSettings } from "@postil/domain/datasets/question";
import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import type { OwnMetrics, TeamProgress } from "@postil/domain/queue/counts";
import type { FeedbackRecord, MetadataText, MetadataValues, Suggestion } from "@postil/domain/records/record";
import type { VectorValues } from "@postil/domain/records/record-input";
import type { FeedbackResponse } from "@postil/domain/records/response";
import type { SettingsChange } from "@postil/domain/settings/settings-change";
import { asFloat, asFloats, parseKeepingForm } from "@postil/domain/text/json-numbers";
import type {
  WireDataset,
  WireField,
  WireOwnMetrics,
  WireProgress,
  WireQuestion,
  WireQuestionSettings,
  WireRecord,
  WireResponse,
  WireSuggestion,
  WireUser,
  WireUserV0,
  WireVectorSettings,
  WireWorkspace,
} from "./entities.ts";
import type { ChangedQuestionSettings } from "./inputs/question-settings.ts";
import { timeFromWire, times, timesFromWire, timeToWire } from "./wire/time.ts";

/**
 * Between the wire's snake_case and the domain's names, both ways, once. The browser reads replies with these functions,
 * so this file must not import a schema: Zod would weigh 24 kB on every page.
 */

/** Who reads a reply decides what of a user it holds: there is no user on the wire without a viewer. */
export const userToWire = (viewer: Viewer, user: User): WireUser => ({
  id: user.id,
  first_name: user.firstName,
  last_name: user.lastName,
  username: user.username,
  role: user.role,
  api_key: apiKeySeenBy(viewer, user),
  ...times(user),
});

export const userToWireV0 = (viewer: Viewer, user: User, workspaces: readonly string[]): WireUserV0 => ({
  id: user.id,
  first_name: user.firstName,
  ...(user.lastName === null ? {} : { last_name: user.lastName }),
  full_name: user.firstName === "" ? "" : [user.firstName, user.lastName].filter(Boolean).join(" "),
  username: user.username,
  role: user.role,
  workspaces: [...workspaces],
  api_key: apiKeySeenBy(viewer, user),
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

/** A change of settings as it is sent: members the type does not have, and those that stay, are left out (api-v1 6.7). */
export function settingsChangeToWire(change: SettingsChange): ChangedQuestionSettings {
  const { type } = change;
  if (type === "text") return { type, ...given("use_markdown", change.useMarkdown) };
  if (type === "rating" || type === "ranking") return { type };
  const shared = {
    ...given("options", change.options && optionsToWire(change.options)),
    ...given("visible_options", change.visibleOptions),
  };
  switch (type) {
    case "label_selection":
      return { type, ...shared };
    case "multi_label_selection":
      return { type, ...shared, ...given("options_order", change.optionsOrder) };
    case "span":
      return { type, ...shared, ...given("allow_overlapping", change.allowOverlapping) };
  }
}

/** The member, or nothing when it has no value. */
const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  // A computed name widens the type of the object to any name; there is only this one.
  (value === undefined ? {} : { [name]: value }) as { readonly [Key in Name]?: Value };

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

export const vectorSettingsToWire = (settings: VectorSettings): WireVectorSettings => ({
  id: settings.id,
  name: settings.name,
  title: settings.title,
  dimensions: settings.dimensions,
  dataset_id: settings.datasetId,
  ...times(settings),
});

/** FEN-14: without a title it goes by its name. */
export const vectorSettingsFromWire = (
  wire: Omit<WireVectorSettings, "title"> & { readonly title?: string | null },
): VectorSettings => ({
  id: wire.id,
  name: wire.name,
  title: wire.title || wire.name,
  dimensions: wire.dimensions,
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

export const responseToWire = (response: FeedbackResponse): WireResponse => ({
  id: response.id,
  values: response.values,
  status: response.status,
  record_id: response.recordId,
  user_id: response.userId,
  ...times(response),
});

export const responseFromWire = (wire: WireResponse): FeedbackResponse => ({
  id: wire.id,
  values: wire.values,
  status: wire.status,
  recordId: wire.record_id,
  userId: wire.user_id,
  ...timesFromWire(wire),
});

function scoreToWire(score: Suggestion["score"]): WireSuggestion["score"] {
  if (score === null) return null;
  return typeof score === "number" ? asFloat(score) : asFloats(score);
}

export const suggestionToWire = (suggestion: Suggestion): WireSuggestion => ({
  question_id: suggestion.questionId,
  type: suggestion.type,
  value: suggestion.value,
  agent: suggestion.agent,
  score: scoreToWire(suggestion.score),
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

const metadataToWire = (text: MetadataText) => parseKeepingForm(text) as MetadataValues; // as it was written

const vectorsToWire = (vectors: VectorValues): WireRecord["vectors"] =>
  Object.fromEntries(Object.entries(vectors).map(([name, vector]) => [name, asFloats(vector)]));

/** `responses`, `suggestions` and `vectors` stand in the reply exactly when the record carries them (api-v1 8.1). */
export const recordToWire = (record: FeedbackRecord): WireRecord => ({
  id: record.id,
  fields: record.fields,
  metadata: record.metadataText === undefined ? record.metadata : metadataToWire(record.metadataText),
  external_id: record.externalId,
  ...(record.responses === undefined ? {} : { responses: record.responses?.map(responseToWire) ?? null }),
  ...(record.suggestions === undefined ? {} : { suggestions: record.suggestions?.map(suggestionToWire) ?? null }),
  ...(record.vectors === undefined ? {} : { vectors: record.vectors && vectorsToWire(record.vectors) }),
  dataset_id: record.datasetId,
  ...times(record),
});

export const recordFromWire = (wire: WireRecord): FeedbackRecord => ({
  id: wire.id,
  fields: wire.fields,
  metadata: wire.metadata,
  externalId: wire.external_id,
  ...(wire.responses === undefined ? {} : { responses: wire.responses?.map(responseFromWire) ?? null }),
  ...(wire.suggestions === undefined ? {} : { suggestions: wire.suggestions?.map(suggestionFromWire) ?? null }),
  ...(wire.vectors === undefined ? {} : { vectors: wire.vectors }),
  datasetId: wire.dataset_id,
  ...timesFromWire(wire),
});

export const ownMetricsToWire = (metrics: OwnMetrics): WireOwnMetrics => ({
  records: { count: metrics.records },
  responses: {
    count: metrics.responses,
    submitted: metrics.submitted,
    discarded: metrics.discarded,
    draft: metrics.draft,
  },
});

export const ownMetricsFromWire = (wire: WireOwnMetrics): OwnMetrics => ({
  records: wire.records.count,
  responses: wire.responses.count,
  submitted: wire.responses.submitted,
  discarded: wire.responses.discarded,
  draft: wire.responses.draft,
});

export const progressToWire = (progress: TeamProgress): WireProgress => ({
  total: progress.total,
  submitted: progress.submitted,
  discarded: progress.discarded,
  conflicting: progress.conflicting,
  pending: progress.pending,
});

export const progressFromWire = (wire: WireProgress): TeamProgress => ({
  total: wire.total,
  submitted: wire.submitted,
  discarded: wire.discarded,
  conflicting: wire.conflicting,
  pending: wire.pending,
});
