import { TASKS } from "@postil/domain/datasets/dataset";
import { CHANGED_KINDS, EXISTING, MERGE_OUTCOMES } from "@postil/domain/records/merge-record";
import { z } from "zod";
import { WireChange, WireColumnPart } from "../feedback/merging.ts";
import { route, TEXT_BYTES } from "../route.ts";
import { bool, oneOf, text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, time } from "../wire/replies.ts";
import { last } from "../wire/shape.ts";
import {
  DATASET_KINDS,
  Into,
  METADATA_TYPES,
  QUESTION_TYPES,
  Reading,
  TASK_ROLES,
  TaskWish,
  WireColumnRole,
  Wish,
} from "./upload-wish.ts";

/** A new dataset from a file that somebody sends from the page: Postil's own (requirements IMP). */

/** The largest file, bytes (IMP-02). */
export const UPLOAD_BYTES = 500 * 1024 * 1024;

/** `tried`: after a dry run, in which nothing was written. */
const STATES = ["ready", "checking", "storing", "tried", "done", "stopped", "failed"] as const;

/** What the numbers of rows count: lines of the file, or its rows, where lines say nothing. */
const numbers = z.enum(["line", "row"]);

/** A row that cannot become a record. `column` and `value`: what of it, where one cell is at fault. */
const WireRefusedRow = z.object({
  /** From 1, of what `numbers` counts; of a row over several lines the first one. */
  line: int,
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
});

/** A row as a record, with its line, or with the reason why it is refused. */
const WireShownRecord = z.object({
  line: int,
  refused: WireRefusedRow.nullable(),
  fields: z.record(z.string(), z.string().nullable()),
  metadata: z.record(z.string(), z.unknown()),
  suggestions: z.array(
    z.object({
      question: z.string(),
      value: z.unknown(),
      agent: z.string().nullable(),
      score: z.union([z.number(), z.array(z.number())]).nullable(),
    }),
  ),
  /** Of each person, by the name that the answers are stored for. */
  answers: z.array(
    z.object({
      question: z.string(),
      value: z.unknown(),
      person: z.string(),
      status: z.enum(["draft", "submitted", "discarded"]),
    }),
  ),
});

/** What became, or would become, of the rows: together with those that are refused all that were read. */
const counts = {
  added: int,
  updated: int,
  unchanged: int,
  /** Records that differ, and that stay as they are because it was asked so. */
  left: int,
  refused: int,
};

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

/** Rows that go into a dataset that is there (IMP-30, IMP-70). Of the two datasets one is null. */
const WireAdding = z.object({
  dataset_id: id.nullable(),
  task_dataset: WireTaskPlace.nullable(),
  dry_run: z.boolean(),
  existing: z.enum(EXISTING),
  ...counts,
  /** True if all records that were read are found again by their id: the same file again changes nothing. */
  by_id: z.boolean(),
  /** Records with answers whose texts change; only of a dry run. */
  answered_texts: int,
  /** Of a task dataset: records whose annotation or status the file says otherwise than people, and whether that changes. */
  overwrites: int,
  overwrite: z.boolean(),
  /** The first rows of each outcome; only of a dry run. Of an updated record a part of what changes, of any other the record. */
  samples: z.array(
    z.object({
      outcome: z.enum(MERGE_OUTCOMES),
      ...{ line: int, external_id: z.string(), answers: int, more: int },
      /** The kind `task` has a member of a task record, by its path. `kept`: it stays as it is. */
      changes: z.array(WireChange.extend({ kind: z.enum([...CHANGED_KINDS, "task"]), kept: z.boolean() })),
      record: WireShownRecord.nullable(),
      task_record: WireShownTaskRecord.nullable(),
    }),
  ),
  /** The counts of the dry run before; null: there was none. */
  tried: z.object(counts).nullable(),
});
export type WireAdding = z.output<typeof WireAdding>;

export const WireUpload = z.object({
  id,
  /** The name that the file had. */
  file: z.string(),
  /** True if these are only the first records of the file: to show what it becomes, while the whole of it is on its way. */
  is_beginning: z.boolean(),
  bytes: int,
  state: z.enum(STATES),
  /** Rows read so far, in the state `checking`; afterwards all rows of the file. */
  read: int,
  /** Records to store; null: not known yet. */
  total: int.nullable(),
  stored: int,
  refused: int,
  /** Rows that went into the record of an earlier row with the same id. */
  merged: int,
  numbers,
  /** The first refused rows; {@link uploadRoutes.getRefusedRows} has all of them. */
  refused_rows: z.array(WireRefusedRow),
  /** Rows that are refused alike, two or more: their number, the first line and its reason. */
  refused_alike: z.array(z.object({ column: z.string().nullable(), reason: z.string(), line: int, count: int })),
  /** Why it failed or was stopped. */
  detail: z.string().nullable(),
  dataset_id: id.nullable(),
  /** The dataset where it is one of the older family: that has no id of its own. */
  task_dataset: WireTaskPlace.nullable(),
  /** Null: the file makes a new dataset, or nothing was asked of it yet. */
  adding: WireAdding.nullable(),
  started_at: time.nullable(),
  ended_at: time.nullable(),
  /** When a call was last made about it, other than the list: a day later it is removed. */
  used_at: time,
});
export type WireUpload = z.output<typeof WireUpload>;

/** A value of a column with its count in the file. */
const counted = z.object({ value: z.string(), count: int });

const WireFileColumn = z.object({
  name: z.string(),
  role: WireColumnRole,
  /** What it fills in a dataset that is there; null for a new one. */
  fills: WireColumnPart.nullable(),
  /** Why it has this role, as a phrase for people: `77 different short values: labels`. */
  reason: z.string(),
  /** The first values, as texts; null: no value. */
  sample: z.array(z.string().nullable()),
  /** Number of different values; null: more than are counted. */
  different: int.nullable(),
  /** The most frequent values. */
  frequent: z.array(counted),
  /**
   * Roles that its values do not allow, each with the reason: `not numbers`. The kind is that of a role; of questions and
   * metadata it is the type: `rating`, `integer`.
   */
  unfit: z.array(z.object({ kind: z.string(), reason: z.string() })),
  /** What it is called in the dataset; null if it is no part of its own. */
  part: z.object({ name: z.string(), title: z.string() }).nullable(),
});
export type WireFileColumn = z.output<typeof WireFileColumn>;

/** A part of the dataset to come, with the members of the calls that create it. */
const plannedPart = z.object({ name: z.string(), title: z.string() });

export const WireUnderstanding = z.object({
  /** All rows, also those that are refused, without those that only describe the dataset. */
  rows: int,
  /**
   * Rows that are known to be refused, and the first of them: every line that cannot be read, and of the first `tried` rows
   * those that break a rule.
   */
  refused: z.object({ count: int, tried: int, numbers, rows: z.array(WireRefusedRow) }),
  /** How the text is read, one sentence each: format, separator, encoding, header, quotes. */
  format: z.array(z.string()),
  /** The values of {@link Reading} that were used; null: not one of this format. */
  reading: z.object({
    /** False for Excel and Parquet, also in an archive: they say their encoding and columns themselves. */
    is_text: z.boolean(),
    encoding: z.string().nullable(),
    separator: z.string().nullable(),
    quote: z.string().nullable(),
    header: z.boolean().nullable(),
    shape: z.string().nullable(),
    sheet: z.string().nullable(),
    sheets: z.array(z.string()),
    /** Of each of several sheets, the rows that hold something; null: not known. */
    sheet_rows: z.array(z.object({ count: int, is_exact: z.boolean() }).nullable()),
    token_column: z.string().nullable(),
    tag_column: z.string().nullable(),
    token_columns: z.array(z.string()),
  }),
  columns: z.array(WireFileColumn),
  /** What it becomes, and why that is guessed. `kinds`: what it can become instead, or why it cannot. */
  kind: z.enum(DATASET_KINDS),
  kind_reason: z.string(),
  kinds: z.array(z.object({ kind: z.enum(DATASET_KINDS), unfit: z.string().nullable() })),
  /** The dataset of a task; null if the columns make none, and for a feedback dataset. */
  task: WireTaskPlan.nullable(),
  /** Null if the columns make no dataset; `fault` says why. */
  dataset: z
    .object({
      name: z.string(),
      fields: z.array(plannedPart.extend({ required: z.boolean() })),
      questions: z.array(
        plannedPart.extend({
          column: z.string().nullable(),
          type: z.enum(QUESTION_TYPES),
          /** Of spans: the name of their field. */
          field: z.string().nullable(),
          may_overlap: z.boolean(),
          description: z.string().nullable(),
          required: z.boolean(),
          options: z.array(counted.extend({ text: z.string() })),
        }),
      ),
      metadata: z.array(plannedPart.extend({ type: z.enum(METADATA_TYPES), visible_for_annotators: z.boolean() })),
      vectors: z.array(plannedPart.extend({ dimensions: int })),
    })
    .nullable(),
  fault: z.string().nullable(),
  /** What a person should know first; it keeps nothing from going on. */
  warnings: z.array(z.string()),
  /** Facts to know before the dataset is created. */
  notes: z.array(z.string()),
  /** Doubts that only a person can settle; while there are any, nothing is imported. */
  asked: z.array(z.string()),
  /** The same about what columns become: whose answers there are, what comes first in a date. */
  unsaid: z.array(z.string()),
  /** The first rows as records, each with its line, or with the reason why it is refused. */
  records: z.array(WireShownRecord),
  /** The names in columns that say whose answers there are, each with its rows; an empty text: rows without a name. */
  people: z.array(z.object({ name: z.string(), count: int })),
});
export type WireUnderstanding = z.output<typeof WireUnderstanding>;

export const uploadRoutes = {
  uploadFile: route("POST", "/api/postil/v1/uploads", "privileged", {
    summary: "Send a file to import; it is kept for a day, and only for the caller",
    query: z.object({ name: last(text({ min: 1, max: 255 })), is_beginning: last(bool).default(false) }),
    encoding: "bytes",
    bodyLimit: UPLOAD_BYTES,
    replies: { 201: WireUpload },
  }),
  listUploads: route("GET", "/api/postil/v1/uploads", "privileged", {
    summary: "The caller's files and imports, the latest first",
    replies: { 200: itemsOf(WireUpload) },
  }),
  getUpload: route("GET", "/api/postil/v1/uploads/:upload_id", "privileged", {
    summary: "A file of the caller's, and how far its import is",
    replies: { 200: WireUpload },
  }),
  understandUpload: route("POST", "/api/postil/v1/uploads/:upload_id/understand", "privileged", {
    conflicts: true,
    summary: "What the file would become: columns, dataset and first records; writes nothing",
    body: Wish.extend({ into: Into.nullish() }),
    bodyLimit: TEXT_BYTES,
    replies: { 200: WireUnderstanding },
  }),
  importUpload: route("POST", "/api/postil/v1/uploads/:upload_id/import", "privileged", {
    conflicts: true,
    summary: "Make a dataset of the file: it goes on by itself, and rows that are bad are left out and listed",
    body: Wish.extend({ workspace_id: uuid }),
    bodyLimit: TEXT_BYTES,
    replies: { 202: WireUpload },
  }),
  addUpload: route("POST", "/api/postil/v1/uploads/:upload_id/add", "privileged", {
    conflicts: true,
    summary: "Add the rows of the file to a dataset, or only say what would become of them: it goes on by itself",
    body: z.object({
      reading: Reading.nullish(),
      into: Into,
      task: TaskWish.nullish(),
      existing: oneOf(EXISTING),
      /** Of a task dataset: true if what people annotated, validated or discarded changes too. */
      overwrite: bool.nullish(),
      dry_run: bool,
      /** True: the reading and the columns of the dry run before; to write, its `existing` and `overwrite` too. */
      as_tried: bool.nullish(),
    }),
    bodyLimit: TEXT_BYTES,
    replies: { 202: WireUpload },
  }),
  getRefusedRows: route("GET", "/api/postil/v1/uploads/:upload_id/refused", "privileged", {
    summary: "The rows that were refused, as a table: line, column, value, reason, and the row as it was read",
    replies: { 200: z.null() },
    carries: { 200: { headers: { "content-disposition": "The name of the file" }, stream: ["text/csv"] } },
  }),
  deleteUpload: route("DELETE", "/api/postil/v1/uploads/:upload_id", "privileged", {
    summary: "Forget a file; of an import that runs: stop it and remove what it stored, and keep the file",
  }),
};
