import type { MetadataValues } from "@postil/domain/records/record";
import type { NewRecord, RecordChange, RecordUpsert } from "@postil/domain/records/record-input";
import { z } from "zod";
import { refuse, text, uuid } from "../wire/leaf.ts";
import { list } from "../wire/shape.ts";
import { fieldValues, metadataInCallFault, metadataTextOf, metadataValues, vectorValues } from "./record-parts.ts";
import { RecordResponse, recordResponseInput } from "./responses.ts";
import { NewSuggestion, suggestionInput } from "./suggestions.ts";

/** Records in requests (contract api-v1 section 11). The order of the keys is the order in which errors are listed. */

const responses = list(RecordResponse).superRefine((given, ctx) => {
  const seen = new Set<string>();
  for (const { user_id } of given) {
    if (seen.has(user_id)) {
      const msg = `'responses' contains several responses for the same user_id='${user_id}'`;
      return refuse(ctx, { type: "value_error", msg });
    }
    seen.add(user_id);
  }
});

const attached = {
  metadata: metadataValues.nullish(),
  external_id: text().nullish(),
  responses: responses.nullish(),
  suggestions: list(NewSuggestion).nullish(),
  vectors: vectorValues.nullish(),
};

const RecordToCreate = z.object({ fields: fieldValues, ...attached });
const RecordToUpsert = z.object({ id: uuid.nullish(), fields: fieldValues.nullish(), ...attached });

export const ChangedRecord = z.object({
  metadata: metadataValues.nullish(),
  suggestions: list(NewSuggestion).nullish(),
  vectors: vectorValues.nullish(),
});

function boundedMetadata<T extends z.ZodType<readonly { metadata?: MetadataValues | null | undefined }[]>>(items: T) {
  return items.superRefine((given, ctx) => {
    const msg = metadataInCallFault(given);
    if (msg) refuse(ctx, { type: "value_error", msg });
  });
}

/** Refuses a list that has the same external id twice (contract api-v1 11.4, 11.5). */
function uniqueExternalIds<T extends z.ZodType<readonly { external_id?: string | null | undefined }[]>>(items: T) {
  return items.superRefine((given, ctx) => {
    const ids = given.map((item) => item.external_id).filter((id) => id !== null && id !== undefined);
    if (new Set(ids).size < ids.length) refuse(ctx, { type: "value_error", msg: "External IDs must be unique" });
  });
}

const MOST_AT_ONCE = 1000;
const MOST_IN_BULK = 500;

export const RecordsToCreate = z.object({
  items: boundedMetadata(list(RecordToCreate, { min: 1, max: MOST_AT_ONCE })),
});
export const RecordsToCreateInBulk = z.object({
  items: uniqueExternalIds(boundedMetadata(list(RecordToCreate, { min: 1, max: MOST_IN_BULK }))),
});
export const RecordsToUpsert = z.object({
  items: uniqueExternalIds(boundedMetadata(list(RecordToUpsert, { min: 1, max: MOST_IN_BULK }))),
});
export const RecordsToChange = z.object({
  items: boundedMetadata(list(z.object({ id: uuid, ...ChangedRecord.shape }), { min: 1, max: MOST_AT_ONCE })),
});

function metadataOf(metadata: MetadataValues | null = null) {
  const metadataText = metadata ? metadataTextOf(metadata) : undefined;
  return { metadata, ...(metadataText === undefined ? {} : { metadataText }) };
}

const attachments = (wire: Omit<z.output<typeof RecordToCreate>, "fields">) => ({
  externalId: wire.external_id ?? null,
  responses: wire.responses?.map(recordResponseInput) ?? [],
  suggestions: wire.suggestions?.map(suggestionInput) ?? [],
  vectors: wire.vectors ?? {},
});

export const newRecord = (wire: z.output<typeof RecordToCreate>): NewRecord => ({
  fields: wire.fields,
  ...metadataOf(wire.metadata),
  ...attachments(wire),
});

export const recordUpsert = (wire: z.output<typeof RecordToUpsert>): RecordUpsert => ({
  id: wire.id ?? null,
  fields: wire.fields ?? null,
  ...(wire.metadata === undefined ? {} : metadataOf(wire.metadata)),
  ...attachments(wire),
});

/** Null suggestions and vectors mean no change; null metadata clears it. */
export const recordChange = (wire: z.output<typeof ChangedRecord>): RecordChange => ({
  ...(wire.metadata === undefined ? {} : metadataOf(wire.metadata)),
  ...(wire.suggestions ? { suggestions: wire.suggestions.map(suggestionInput) } : {}),
  ...(wire.vectors ? { vectors: wire.vectors } : {}),
});
