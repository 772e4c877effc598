import type {
  FeedbackRecord,
  FeedbackResponse,
  MetadataText,
  MetadataValues,
  Suggestion,
  VectorValues,
} from "@postil/domain/records/record";
import { asFloat, asFloats, parseKeepingForm } from "@postil/domain/text/json-text";
import { times, timesFromWire } from "../wire/mapping.ts";
import type { WireRecord, WireSuggestion } from "./records.ts";
import type { WireResponse } from "./responses.ts";

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

/** The reply contains `responses`, `suggestions` and `vectors` exactly if the record has them (api-v1 8.1). */
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
