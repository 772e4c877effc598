import type { FeedbackRecord, MetadataText, MetadataValues } from "@postil/domain/records/record";
import type { VectorValues } from "@postil/domain/records/record-input";
import { asFloats, parseKeepingForm } from "@postil/domain/text/json-numbers";
import type { WireRecord } from "../entities/records.ts";
import { times, timesFromWire } from "../wire/time.ts";
import { responseFromWire, responseToWire } from "./responses.ts";
import { suggestionFromWire, suggestionToWire } from "./suggestions.ts";

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
