import type {
  MetadataValues,
  NewRecord,
  RecordChange,
  RecordUpsert,
  Suggestion,
  SuggestionInput,
} from "@postil/domain/records/record";
import { z } from "zod";
import { BATCH_BYTES, route, TEXT_BYTES } from "../route.ts";
import { leaf, number, oneOf, readLeaf, readUuid, refuse, text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, stamps } from "../wire/replies.ts";
import { inside, last, list } from "../wire/shape.ts";
import { RecordParameters, RecordsParameters } from "./query.ts";
import { RecordResponse, recordResponseInput, WireResponse } from "./responses.ts";
import {
  answerValue,
  fieldValues,
  metadataInCallFault,
  metadataTextOf,
  metadataValues,
  vectorValues,
} from "./values.ts";

export const WireSuggestion = z.object({
  question_id: id,
  type: z.enum(["model", "human"]).nullable(),
  value: z.custom<Suggestion["value"]>((value) => value !== null && value !== undefined),
  agent: z.string().nullable(),
  score: z.union([z.number(), z.array(z.number())]).nullable(),
  id,
  ...stamps,
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
  ...stamps,
});
export type WireRecord = z.output<typeof WireRecord>;

/** Suggestions in requests (contract api-v1 5.9, 7.2). */

// biome-ignore lint/complexity/noUselessEscapeInRegex: clients are shown the pattern as the reference spells it
export const AGENT = { min: 1, max: 200, pattern: /^(?=.*[a-zA-Z0-9])[a-zA-Z0-9-_:\.\/\s]+$/ };
const one = number({ ge: 0, le: 1 });
const many = list(one, { min: 1 });

const score = z
  .unknown()
  .transform((value, ctx): number | number[] => {
    if (Array.isArray(value)) return inside(many, value, ctx);
    const read = readLeaf(one, value);
    return "ok" in read ? read.ok : refuse(ctx, read.refused);
  })
  .meta({ type: ["number", "array"], minimum: 0, maximum: 1 });

export const NewSuggestion = z.object({
  question_id: uuid,
  value: answerValue,
  type: oneOf(["model", "human"]).nullish(),
  agent: text(AGENT).nullish(),
  score: score.nullish(),
});

export const suggestionInput = (wire: z.output<typeof NewSuggestion>): SuggestionInput => ({
  questionId: wire.question_id,
  value: wire.value,
  type: wire.type ?? null,
  agent: wire.agent ?? null,
  score: wire.score ?? null,
});

/** Records in requests (contract api-v1 section 11). The order of the keys is the order in which errors are listed. */

const responses = list(RecordResponse).superRefine((given, ctx) => {
  const seen = new Set<string>();
  for (const { user_id } of given) {
    if (seen.has(user_id)) {
      const msg = `'responses' contains several responses for the same user_id='${user_id}'`;
      return refuse(ctx, { type: "value_error", msg, kind: "one person twice" });
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

export const RecordToCreate = z.object({ fields: fieldValues, ...attached });
const RecordToUpsert = z.object({ id: uuid.nullish(), fields: fieldValues.nullish(), ...attached });

const ChangedRecord = z.object({
  metadata: metadataValues.nullish(),
  suggestions: list(NewSuggestion).nullish(),
  vectors: vectorValues.nullish(),
});

export function boundedMetadata<T extends z.ZodType<readonly { metadata?: MetadataValues | null | undefined }[]>>(
  items: T,
) {
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
export const MOST_IN_BULK = 500;

const RecordsToCreate = z.object({
  items: boundedMetadata(list(RecordToCreate, { min: 1, max: MOST_AT_ONCE })),
});
const RecordsToCreateInBulk = z.object({
  items: uniqueExternalIds(boundedMetadata(list(RecordToCreate, { min: 1, max: MOST_IN_BULK }))),
});
export const RecordsToUpsert = z.object({
  items: uniqueExternalIds(boundedMetadata(list(RecordToUpsert, { min: 1, max: MOST_IN_BULK }))),
});
/** Records of a file: what they do not name stays as it is (IMP-30). */
export const recordsToMerge = uniqueExternalIds(
  boundedMetadata(
    list(
      z.object({
        external_id: text().nullish(),
        fields: fieldValues,
        metadata: metadataValues.nullish(),
        suggestions: list(NewSuggestion).nullish(),
        vectors: vectorValues.nullish(),
      }),
      { max: MOST_IN_BULK },
    ),
  ),
);
const RecordsToChange = z.object({
  items: boundedMetadata(list(z.object({ id: uuid, ...ChangedRecord.shape }), { min: 1, max: MOST_AT_ONCE })),
});

export function metadataOf(metadata: MetadataValues | null = null) {
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

/**
 * A comma-separated list of ids in the query, without blanks. Null if one of them is no id: the contract refuses it
 * only after the permission check.
 */
const idList = last(
  leaf<readonly string[] | null>(
    (value) => {
      const ids = String(value)
        .split(",")
        .map((id) => (/\s/.test(id) ? null : readUuid(id)));
      return { ok: ids.every((id) => id !== null) ? ids : null };
    },
    { type: "string" },
  ),
);

/** Records (contract api-v1 rows 26 to 32 and 36 to 38). */

const Page = z.object({ items: z.array(WireRecord), total: int });

export const recordRoutes = {
  listRecords: route("GET", "/api/v1/datasets/:dataset_id/records", "manager", {
    summary: "The records of a dataset in the order they came, with everybody's responses",
    query: RecordsParameters,
    replies: { 200: Page },
  }),
  listMyRecords: route("GET", "/api/v1/me/datasets/:dataset_id/records", "member", {
    summary: "The records of a dataset in the caller's own order, with the caller's responses",
    query: RecordsParameters,
    replies: { 200: Page },
  }),
  createRecords: route("POST", "/api/v1/datasets/:dataset_id/records", "manager", {
    summary: "Create records (older clients)",
    body: RecordsToCreate,
    bodyLimit: BATCH_BYTES,
  }),
  updateRecords: route("PATCH", "/api/v1/datasets/:dataset_id/records", "manager", {
    summary: "Change metadata, suggestions and vectors of records (older clients)",
    body: RecordsToChange,
    bodyLimit: BATCH_BYTES,
  }),
  deleteRecords: route("DELETE", "/api/v1/datasets/:dataset_id/records", "manager", {
    summary: "Delete up to 100 records by their ids",
    query: z.object({ ids: idList }),
  }),
  bulkCreateRecords: route("POST", "/api/v1/datasets/:dataset_id/records/bulk", "manager", {
    summary: "Create up to 500 records",
    body: RecordsToCreateInBulk,
    bodyLimit: BATCH_BYTES,
    replies: { 201: itemsOf(WireRecord) },
  }),
  bulkUpsertRecords: route("PUT", "/api/v1/datasets/:dataset_id/records/bulk", "manager", {
    summary: "Create or update up to 500 records, found by external id, else by id",
    body: RecordsToUpsert,
    bodyLimit: BATCH_BYTES,
    replies: { 200: z.object({ items: z.array(WireRecord), updated_item_ids: z.array(z.uuid()) }) },
  }),
  getRecord: route("GET", "/api/v1/records/:record_id", "member", {
    summary: "One record with its suggestions, and on request with the caller's response",
    query: RecordParameters,
    replies: { 200: WireRecord },
  }),
  updateRecord: route("PATCH", "/api/v1/records/:record_id", "manager", {
    summary: "Change metadata, suggestions or vectors of one record",
    body: ChangedRecord,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireRecord },
  }),
  deleteRecord: route("DELETE", "/api/v1/records/:record_id", "manager", {
    summary: "Delete one record with everything that hangs on it",
    replies: { 200: WireRecord },
  }),
};

/** Suggestions (contract api-v1 rows 43 to 46). */

export const suggestionRoutes = {
  listSuggestions: route("GET", "/api/v1/records/:record_id/suggestions", "member", {
    summary: "The suggestions of a record, oldest first",
    replies: { 200: itemsOf(WireSuggestion) },
  }),
  upsertSuggestion: route("PUT", "/api/v1/records/:record_id/suggestions", "manager", {
    summary: "Create the suggestion for a question, or replace it",
    body: NewSuggestion,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireSuggestion, 201: WireSuggestion },
  }),
  deleteSuggestions: route("DELETE", "/api/v1/records/:record_id/suggestions", "manager", {
    summary: "Delete up to 100 suggestions of a record by their ids",
    query: z.object({ ids: idList }),
  }),
  deleteSuggestion: route("DELETE", "/api/v1/suggestions/:suggestion_id", "manager", {
    summary: "Delete one suggestion",
    replies: { 200: WireSuggestion },
  }),
};
