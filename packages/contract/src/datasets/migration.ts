import { DATASET_STATUSES, TASKS } from "@postil/domain/datasets/dataset";
import { DATASET_NAME, GUIDELINES } from "@postil/domain/datasets/names";
import {
  BROUGHT_OUTCOMES,
  BROUGHT_PARTS,
  type BroughtRecord,
  type BroughtTaskRecord,
} from "@postil/domain/jobs/brought";
import { RESPONSE_STATUSES } from "@postil/domain/records/labeled-record";
import type { Origin } from "@postil/domain/records/record";
import { z } from "zod";
import { fieldRoutes, metadataPropertyRoutes, vectorSettingsRoutes } from "../feedback/parts.ts";
import { questionRoutes } from "../feedback/questions.ts";
import { boundedMetadata, MOST_IN_BULK, metadataOf, NewSuggestion } from "../feedback/records.ts";
import { answerValues, fieldValues, metadataValues, vectorValues } from "../feedback/values.ts";
import { BATCH_BYTES, route, TEXT_BYTES } from "../route.ts";
import { inWorkspace, NewTaskDataset } from "../tasks/datasets.ts";
import { LOGGED } from "../tasks/records.ts";
import { ChangedTaskSettings, NewLabelingRule } from "../tasks/settings.ts";
import { bool, oneOf, text, uuid } from "../wire/leaf.ts";
import { timeFromWire } from "../wire/mapping.ts";
import { itemsOf } from "../wire/replies.ts";
import { list, variants } from "../wire/shape.ts";
import { toldTime } from "../wire/times.ts";

/** What `postil migrate` brings from another server, with the ids and times that it has there (MIG-02): Postil's own. */

const stamps = { inserted_at: toldTime, updated_at: toldTime };
const origin = { id: uuid, ...stamps };

export const originFromWire = (wire: { readonly id: string; inserted_at: string; updated_at: string }): Origin => ({
  id: wire.id,
  insertedAt: timeFromWire(wire.inserted_at),
  updatedAt: timeFromWire(wire.updated_at),
});

/** Of a part that is not here: if a run before has seen it, it was deleted here. */
const since = z.object({ inserted_at: toldTime.nullish() });
/** What is older was brought by a run before: if it is not here any more, it was deleted here. */
const broughtBefore = { brought_before: toldTime.nullish() };

const BroughtDataset = z.object({
  name: text(DATASET_NAME),
  workspace_id: uuid,
  guidelines: text(GUIDELINES).nullish(),
  allow_extra_metadata: bool,
  metadata: metadataValues.nullish(),
  status: oneOf(DATASET_STATUSES),
  fields: list(fieldRoutes.createField.body.and(since)),
  questions: list(questionRoutes.createQuestion.body.and(since)),
  metadata_properties: list(metadataPropertyRoutes.createMetadataProperty.body.and(since)),
  vectors_settings: list(vectorSettingsRoutes.createVectorSettings.body.and(since)),
  last_activity_at: toldTime,
  ...stamps,
  ...broughtBefore,
});

/** The longest name of somebody who need not have an account here. */
const NAME_THERE = { max: 200 };

/** Its settings and rules belong to it: with them it is made, or not at all. */
const BroughtTaskDataset = NewTaskDataset.omit({ name: true, workspace: true }).extend({
  created_by: text(NAME_THERE),
  created_at: toldTime,
  last_updated: toldTime,
  settings: ChangedTaskSettings.nullish(),
  rules: list(NewLabelingRule.and(z.object({ author: text(NAME_THERE), created_at: toldTime }))),
  ...broughtBefore,
});

const Suggestion = NewSuggestion.omit({ question_id: true }).extend({ question: text(), ...origin });
const Response = z.object({
  user_id: uuid,
  status: oneOf(RESPONSE_STATUSES),
  values: answerValues.nullish(),
  ...origin,
});
const RecordToBring = z.object({
  fields: fieldValues,
  metadata: metadataValues.nullish(),
  external_id: text().nullish(),
  responses: list(Response),
  suggestions: list(Suggestion),
  vectors: vectorValues,
  ...origin,
});

export const RecordsToBring = z.object({
  items: boundedMetadata(list(RecordToBring, { min: 1, max: MOST_IN_BULK })),
  ...broughtBefore,
});

const taskRecords = <R extends z.ZodType>(record: R) =>
  z.object({
    items: list(z.object({ last_updated: toldTime, record }), { min: 1, max: MOST_IN_BULK }),
    ...broughtBefore,
  });
export const TaskRecordsToBring = variants("task", {
  TextClassification: z.object({ task: z.literal(TASKS[0]), ...taskRecords(LOGGED.TextClassification).shape }),
  TokenClassification: z.object({ task: z.literal(TASKS[1]), ...taskRecords(LOGGED.TokenClassification).shape }),
  Text2Text: z.object({ task: z.literal(TASKS[2]), ...taskRecords(LOGGED.Text2Text).shape }),
});

const LeftOut = z.object({ part: z.enum(BROUGHT_PARTS), reason: z.string() });
const Outcome = z.object({
  id: z.string(),
  outcome: z.enum(BROUGHT_OUTCOMES),
  kept: z.array(z.enum(BROUGHT_PARTS)),
  conflicts: z.array(z.enum(BROUGHT_PARTS)),
  absent: z.array(z.enum(BROUGHT_PARTS)),
  left_out: z.array(LeftOut),
});
export type WireBroughtOutcome = z.output<typeof Outcome>;

export const broughtRecord = (wire: z.output<typeof RecordToBring>): BroughtRecord => ({
  origin: originFromWire(wire),
  fields: wire.fields,
  ...metadataOf(wire.metadata),
  externalId: wire.external_id ?? null,
  vectors: wire.vectors,
  responses: wire.responses.map((one) => ({
    userId: one.user_id,
    status: one.status,
    values: one.values ?? null,
    origin: originFromWire(one),
  })),
  suggestions: wire.suggestions.map((one) => ({
    question: one.question,
    value: one.value,
    type: one.type ?? null,
    agent: one.agent ?? null,
    score: one.score ?? null,
    origin: originFromWire(one),
  })),
});

export const broughtTaskRecord = ({
  last_updated,
  record,
}: z.output<typeof TaskRecordsToBring>["items"][number]): BroughtTaskRecord => ({
  lastUpdated: timeFromWire(last_updated),
  record,
});

const named = z.array(z.string());
/** `records`: how many were brought before and are here. The lists name parts, as the outcome of a record does. */
const Made = z.object({
  ...{ created: z.boolean(), records: z.number(), kept: named, conflicts: named, absent: named },
  left_out: z.array(z.object({ part: z.string(), reason: z.string() })),
});

export const migrationRoutes = {
  bringDataset: route("PUT", "/api/postil/v1/migration/datasets/:dataset_id", "owner", {
    conflicts: true,
    summary: "Create a dataset as it is on another server, or bring what changed there; changes made here stay",
    body: BroughtDataset,
    bodyLimit: TEXT_BYTES,
    replies: { 200: Made },
  }),
  bringRecords: route("POST", "/api/postil/v1/migration/datasets/:dataset_id/records", "owner", {
    summary: "Add up to 500 records of another server, or bring what changed there; changes made here stay",
    body: RecordsToBring,
    bodyLimit: BATCH_BYTES,
    replies: { 200: itemsOf(Outcome) },
  }),
  bringTaskDataset: route("PUT", "/api/postil/v1/migration/task-datasets/:name", "owner", {
    conflicts: true,
    summary: "Create a task dataset as it is on another server, or bring what changed there; changes made here stay",
    ...inWorkspace,
    body: BroughtTaskDataset,
    bodyLimit: TEXT_BYTES,
    replies: { 200: Made },
  }),
  bringTaskRecords: route("POST", "/api/postil/v1/migration/task-datasets/:name/records", "owner", {
    summary: "Add up to 500 task records of another server, or what changed there; changes made here stay",
    ...inWorkspace,
    body: TaskRecordsToBring,
    bodyLimit: BATCH_BYTES,
    replies: { 200: itemsOf(Outcome) },
  }),
};
