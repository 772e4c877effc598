import { z } from "zod";
import { BATCH_BYTES, TEXT_BYTES } from "../body-limit.ts";
import { WireRecord } from "../entities/records.ts";
import { idList } from "../inputs/ids.ts";
import {
  ChangedRecord,
  RecordsToChange,
  RecordsToCreate,
  RecordsToCreateInBulk,
  RecordsToUpsert,
} from "../inputs/records.ts";
import { RecordParameters, RecordsParameters } from "../inputs/records-query.ts";
import { route } from "../route.ts";

/** Records (contract api-v1 rows 26 to 32 and 36 to 38). */

const Page = z.object({ items: z.array(WireRecord), total: z.number().int() });

export const recordRoutes = {
  listRecords: route({
    method: "GET",
    path: "/api/v1/datasets/:dataset_id/records",
    access: "manager",
    summary: "The records of a dataset in the order they came, with everybody's responses",
    query: RecordsParameters,
    replies: { 200: Page },
  }),
  listMyRecords: route({
    method: "GET",
    path: "/api/v1/me/datasets/:dataset_id/records",
    access: "member",
    summary: "The records of a dataset in the caller's own order, with the caller's responses",
    query: RecordsParameters,
    replies: { 200: Page },
  }),
  createRecords: route({
    method: "POST",
    path: "/api/v1/datasets/:dataset_id/records",
    access: "manager",
    summary: "Create records (older clients)",
    body: RecordsToCreate,
    bodyLimit: BATCH_BYTES,
    replies: { 204: z.null() },
  }),
  updateRecords: route({
    method: "PATCH",
    path: "/api/v1/datasets/:dataset_id/records",
    access: "manager",
    summary: "Change metadata, suggestions and vectors of records (older clients)",
    body: RecordsToChange,
    bodyLimit: BATCH_BYTES,
    replies: { 204: z.null() },
  }),
  deleteRecords: route({
    method: "DELETE",
    path: "/api/v1/datasets/:dataset_id/records",
    access: "manager",
    summary: "Delete up to 100 records by their ids",
    query: z.object({ ids: idList }),
    replies: { 204: z.null() },
  }),
  bulkCreateRecords: route({
    method: "POST",
    path: "/api/v1/datasets/:dataset_id/records/bulk",
    access: "manager",
    summary: "Create up to 500 records",
    body: RecordsToCreateInBulk,
    bodyLimit: BATCH_BYTES,
    replies: { 201: z.object({ items: z.array(WireRecord) }) },
  }),
  bulkUpsertRecords: route({
    method: "PUT",
    path: "/api/v1/datasets/:dataset_id/records/bulk",
    access: "manager",
    summary: "Create or update up to 500 records, found by external id, else by id",
    body: RecordsToUpsert,
    bodyLimit: BATCH_BYTES,
    replies: { 200: z.object({ items: z.array(WireRecord), updated_item_ids: z.array(z.uuid()) }) },
  }),
  getRecord: route({
    method: "GET",
    path: "/api/v1/records/:record_id",
    access: "member",
    summary: "One record with its suggestions, and on request with the caller's response",
    query: RecordParameters,
    replies: { 200: WireRecord },
  }),
  updateRecord: route({
    method: "PATCH",
    path: "/api/v1/records/:record_id",
    access: "manager",
    summary: "Change metadata, suggestions or vectors of one record",
    body: ChangedRecord,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireRecord },
  }),
  deleteRecord: route({
    method: "DELETE",
    path: "/api/v1/records/:record_id",
    access: "manager",
    summary: "Delete one record with everything that hangs on it",
    replies: { 200: WireRecord },
  }),
};
