import { TASKS, type Task } from "@postil/domain/datasets/dataset";
import { EXISTING, MERGE_OUTCOMES } from "@postil/domain/records/merge-record";
import { z } from "zod";
import { TASK_ROLES } from "../datasets/upload-wish.ts";
import { MOST_REMEMBERED, REMEMBERED_NAME } from "../feedback/merging.ts";
import { BATCH_BYTES, route } from "../route.ts";
import { bool, number, oneOf, text } from "../wire/leaf.ts";
import { id } from "../wire/replies.ts";
import { list, variants } from "../wire/shape.ts";
import { inWorkspace } from "./datasets.ts";
import { LOGGED } from "./records.ts";

/** Records of a file for a task dataset that is there (IMP-44): Postil's own. */

const WireTaskMerged = z.object({
  outcome: z.enum(MERGE_OUTCOMES),
  /** Why the record is refused. */
  fault: z.string().nullable(),
  /** True if what somebody annotated, validated or discarded changes, or would change if it was not to stay. */
  overwrites: z.boolean(),
  /**
   * Of the first updated records, and of those left because of what people said, as many as were asked for. `kept`: it stays
   * as it is.
   */
  changes: z
    .array(z.object({ name: z.string(), before: z.string().nullable(), after: z.string(), kept: z.boolean() }))
    .nullable(),
});
export type WireTaskMerged = z.output<typeof WireTaskMerged>;

/** What a file can be added to, and what the columns of the last file became. */
export const WireTaskAddTarget = z.object({
  workspace: z.string(),
  workspace_id: id,
  name: z.string(),
  task: z.enum(TASKS),
  closed: z.boolean(),
  /** Of text classification: whether a record can have several labels. Null: there is no record yet. */
  several: z.boolean().nullable(),
  /** The label schema; null: there is none, so any label may be added. */
  labels: z.array(z.string()).nullable(),
  inputs: z.array(z.string()),
  metadata: z.array(z.string()),
  vectors: z.array(z.string()),
  columns: z.array(z.object({ column: z.string(), role: z.enum(TASK_ROLES) })),
});
export type WireTaskAddTarget = z.output<typeof WireTaskAddTarget>;

const MOST_MERGED = 500;
const shared = {
  /** True: nothing is written. */
  dry_run: bool,
  existing: oneOf(EXISTING),
  /** False: what somebody annotated, validated or discarded stays. */
  overwrite: bool.nullish(),
  /** Remembered with the dataset, unless it is a dry run; absent: those before stay. */
  columns: list(z.object({ column: text({ max: REMEMBERED_NAME }), role: oneOf(TASK_ROLES) }), {
    max: MOST_REMEMBERED,
  }).nullish(),
  /** So many updated records are told with their changes. */
  samples: number({ ge: 0, le: 500 }).nullish(),
};
const toMerge = <const T extends Task, R extends z.ZodType>(task: T, record: R) =>
  z.object({ task: z.literal(task), records: list(record, { max: MOST_MERGED }), ...shared });

export const taskMergeRoutes = {
  getTaskAddTarget: route("GET", "/api/postil/v1/task-datasets/:name/add-target", "manager", {
    ...inWorkspace,
    summary: "What a file can fill in a task dataset, and what the columns of the last file became",
    replies: { 200: WireTaskAddTarget },
  }),
  mergeTaskRecords: route("POST", "/api/postil/v1/task-datasets/:name/records/merge", "manager", {
    ...inWorkspace,
    summary:
      "Add up to 500 records of a file to a task dataset: each is new, updated, unchanged or refused by itself; on request nothing is written",
    body: variants("task", {
      TextClassification: toMerge("TextClassification", LOGGED.TextClassification),
      TokenClassification: toMerge("TokenClassification", LOGGED.TokenClassification),
      Text2Text: toMerge("Text2Text", LOGGED.Text2Text),
    }),
    bodyLimit: BATCH_BYTES,
    replies: { 200: z.object({ items: z.array(WireTaskMerged) }) },
  }),
};
