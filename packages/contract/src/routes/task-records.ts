import { z } from "zod";
import { BATCH_BYTES, TEXT_BYTES } from "../body-limit.ts";
import { AnswerOutcome, WireTaskRecord } from "../entities/task-records.ts";
import { AnsweredTaskRecords } from "../inputs/task-answers.ts";
import {
  ChangedTaskRecord,
  LoggedText2TextRecords,
  LoggedTextRecords,
  LoggedTokenRecords,
} from "../inputs/task-records.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";

/** Records of the older family (contract api-v0 rows 24 to 26, 30 and 31). */

const inWorkspace = { query: WorkspaceQuery, headers: WorkspaceHeaders } as const;
/**
 * `postil_changed`: the ids of the records that failed because they had changed since they were seen; absent if there
 * are none.
 */
const LoggedTaskRecords = z.object({
  dataset: z.string(),
  processed: z.int(),
  failed: z.int(),
  postil_changed: z.array(z.union([z.string(), z.int()])).optional(),
});
const logging = {
  method: "POST",
  access: "member",
  ...inWorkspace,
  bodyLimit: BATCH_BYTES,
  replies: { 200: LoggedTaskRecords },
} as const;
const one = {
  path: "/api/datasets/:name/records/:id",
  access: "member",
  ...inWorkspace,
} as const;

export const taskRecordRoutes = {
  logTextRecordsV0: route({
    ...logging,
    path: "/api/datasets/:name/TextClassification::bulk",
    summary: "Log records to classify: new ones are added, others are laid over those of their ids",
    body: LoggedTextRecords,
  }),
  logTokenRecordsV0: route({
    ...logging,
    path: "/api/datasets/:name/TokenClassification::bulk",
    summary: "Log records whose tokens are to be classified",
    body: LoggedTokenRecords,
  }),
  logText2TextRecordsV0: route({
    ...logging,
    path: "/api/datasets/:name/Text2Text::bulk",
    summary: "Log records with a text that another answers",
    body: LoggedText2TextRecords,
  }),
  getTaskRecordV0: route({
    method: "GET",
    ...one,
    summary: "One record of a task dataset",
    replies: { 200: WireTaskRecord },
  }),
  answerTaskRecords: route({
    method: "PUT",
    path: "/api/postil/v1/task-datasets/:name/answers",
    access: "member",
    ...inWorkspace,
    summary: "Set status and annotation of up to 100 records, each only if it still says what its writer saw",
    body: AnsweredTaskRecords,
    bodyLimit: BATCH_BYTES,
    replies: { 200: z.object({ items: z.array(AnswerOutcome) }) },
  }),
  updateTaskRecordV0: route({
    method: "PATCH",
    ...one,
    summary: "Set some of the metadata and the status of one record; keys of metadata that are null are removed",
    body: ChangedTaskRecord,
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireTaskRecord },
  }),
};
