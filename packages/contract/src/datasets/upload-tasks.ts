import { TASKS } from "@postil/domain/datasets/dataset";
import { z } from "zod";
import { bool, oneOf, text } from "../wire/leaf.ts";
import { int } from "../wire/replies.ts";
import { list } from "../wire/shape.ts";

/** A file that becomes a dataset of one of the three tasks (IMP-40). */

export const DATASET_KINDS = ["feedback", ...TASKS] as const;
export type DatasetKind = (typeof DATASET_KINDS)[number];

/** What a column of a task dataset becomes. `input`: a text to classify, named as the column. `tags`: one per token. */
export const TASK_ROLES = [
  "input",
  "text",
  "tokens",
  "annotation",
  "tags",
  "annotation_agent",
  "prediction",
  "prediction_score",
  "prediction_agent",
  "id",
  "status",
  "event_timestamp",
  "metadata",
  "vector",
  "explanation",
  "multi_label",
  "ignored",
] as const;
export type TaskRole = (typeof TASK_ROLES)[number];

const MOST_COLUMNS = 3000;

/** What the page says; what it leaves out is guessed. */
export const TaskWish = z.object({
  /** Every column with its role; null: all roles are guessed. */
  columns: list(z.object({ column: text(), role: oneOf(TASK_ROLES) }), { max: MOST_COLUMNS }).nullish(),
  /** Who annotated or predicted, where the file names nobody. */
  agent: text({ min: 1, max: 200 }).nullish(),
  /** Of text classification: true if a record can have several labels. */
  several: bool.nullish(),
  /** Labels beside those of the file. */
  labels: list(text({ min: 1, max: 500 }), { max: 10_000 }).nullish(),
});

export const WireTaskPlace = z.object({ workspace: z.string(), name: z.string(), task: z.enum(TASKS) });
export type WireTaskPlace = z.output<typeof WireTaskPlace>;

/** A row as a record of the older API, with its line, or with the reason why it is refused. */
export const WireShownTaskRecord = z.object({
  line: int,
  refused: z.string().nullable(),
  record: z.record(z.string(), z.unknown()).nullable(),
});

export const WireTaskPlan = z.object({
  name: z.string(),
  task: z.enum(TASKS),
  agent: z.string(),
  several: z.boolean(),
  columns: z.array(z.object({ column: z.string(), role: z.enum(TASK_ROLES), unfit: z.array(z.enum(TASK_ROLES)) })),
  /** The labels of the file with their counts, and those that were added. */
  labels: z.array(z.object({ value: z.string(), count: int })),
  /** True if the file is an export of Postil, which says itself what its columns are. */
  is_export: z.boolean(),
  /** The first rows. */
  records: z.array(WireShownTaskRecord),
});
export type WireTaskPlan = z.output<typeof WireTaskPlan>;
