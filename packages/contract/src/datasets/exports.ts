import { DISAGREEMENTS, EXPORT_FORMATS, EXPORT_SHAPES, LEFT_OUT } from "@postil/domain/exports/export-shape";
import { z } from "zod";
import { recordStatus } from "../feedback/query.ts";
import { RecordSelection } from "../feedback/search.ts";
import { route } from "../route.ts";
import { inWorkspace } from "../tasks/datasets.ts";
import { WireTaskQuery } from "../tasks/search.ts";
import { bool, leaf, oneOf, text } from "../wire/leaf.ts";
import { int } from "../wire/replies.ts";
import { list } from "../wire/shape.ts";

/** The content of a dataset as a file: Postil's own. */

/** Refuses parts of a search that an export does not support. If they were ignored, all records would be sent. */
const noneOf = (msg: string) =>
  leaf<never>(() => ({ refused: { type: "value_error.extra", msg } }), { type: "null" }).nullish();

const noLikeness = noneOf("an export cannot be limited to similar records");
const noOrder = noneOf("an export has the order in which the records came");

const Shown = RecordSelection.extend({
  response_status: list(recordStatus, { max: 5 }).nullish(),
  query: RecordSelection.shape.query.unwrap().unwrap().extend({ vector: noLikeness }).nullish(),
  sort: noOrder,
});

export const File = z.object({
  /** What one row is. */
  shape: oneOf(EXPORT_SHAPES).default("full"),
  format: oneOf(EXPORT_FORMATS).default("jsonl"),
  gzip: bool.default(false),
  /** Records on which people disagree: left out, or in the file with a mark. */
  disagreement: oneOf(DISAGREEMENTS).default("leave_out"),
  /** False: no cell of a CSV file is changed, also if a spreadsheet would run it. */
  guard: bool.default(true),
  /** True: names of people become pseudonyms, the same in every export of this server. */
  pseudonyms: bool.default(false),
  /** The name of the question, for shapes of one question. Absent: the first of its type. */
  question: text({ max: 200 }).nullish(),
  with: list(oneOf(["responses", "suggestions", "metadata", "vectors"]), { max: 4 }).default([
    "responses",
    "suggestions",
    "metadata",
  ]),
});
/** `records`: only these records, by the caller's own responses; absent: all records of the dataset. */
const Wish = File.extend({ records: Shown.nullish() });
const TaskWish = File.extend({
  records: z.object({ query: WireTaskQuery.extend({ vector: noLikeness }).nullish(), sort: noOrder }).nullish(),
});

/** Number of rows, and of records that are not among them, by the reason. */
const Rows = {
  /** Number of cells that get an apostrophe, so that no spreadsheet runs them. */
  guarded: int,
  rows: int,
  left_out: z.array(z.object({ reason: z.enum(LEFT_OUT), records: int })),
};

/** For a task dataset, responses are the annotated records and suggestions the predicted ones. */
const Counts = { records: int, responses: int, suggestions: int };

export const begun = {
  replies: { 200: z.null() },
  carries: {
    200: {
      headers: {
        "content-disposition": "The name of the file",
        "x-postil-export": "The id by which its progress can be asked for",
      },
      stream: [
        "application/jsonl",
        "text/csv",
        "text/plain",
        "application/vnd.apache.parquet",
        "application/zip",
        "application/gzip",
      ],
    },
  },
} as const;

export const sized = {
  replies: {
    200: z.object({
      ...Counts,
      /** Number of people who gave the responses. */
      people: int,
      /** Number of agents that gave the suggestions. */
      agents: int,
      /** Number of metadata properties; for a task dataset, of metadata keys. */
      properties: int,
      vectors: z.array(z.object({ name: z.string(), dimensions: int })),
      /** Estimated bytes of the file, from its first records. */
      bytes: int,
      /** Bytes that all vectors would add. */
      vector_bytes: int,
      ...Rows,
      /** Number of records from which `rows`, `left_out` and `guarded` are estimated. */
      sampled: int,
      /** The shapes that the dataset can have, and the questions that the wanted one can be of. */
      shapes: z.array(z.enum(EXPORT_SHAPES)),
      questions: z.array(z.string()),
    }),
  },
} as const;

const ofTask = { ...inWorkspace, body: TaskWish } as const;

export const exportRoutes = {
  exportDataset: route("POST", "/api/postil/v1/datasets/:dataset_id/export", "manager", {
    summary: "The dataset as a file: its records with everybody's responses, as they are when the reply begins",
    body: Wish,
    ...begun,
  }),
  getExport: route("GET", "/api/postil/v1/exports/:export_id", "signed-in", {
    summary: "How far an export of the caller's is",
    replies: {
      200: z.object({
        id: z.uuid(),
        state: z.enum(["running", "done", "stopped", "failed"]),
        /** The reason why it failed; null: it did not fail. */
        detail: z.string().nullable(),
        /** Number of records that it will contain. */
        total: int,
        ...Counts,
        ...Rows,
        bytes: int,
        started_at: z.string(),
      }),
    },
  }),
  sizeUpExport: route("POST", "/api/postil/v1/datasets/:dataset_id/export/size", "manager", {
    summary: "What an export would hold, and about how large it would be",
    body: Wish,
    ...sized,
  }),
  exportTaskDataset: route("POST", "/api/postil/v1/task-datasets/:name/export", "manager", {
    summary: "A task dataset as a file: its records with all annotations, as they are when the reply begins",
    ...ofTask,
    ...begun,
  }),
  sizeUpTaskExport: route("POST", "/api/postil/v1/task-datasets/:name/export/size", "manager", {
    summary: "What an export of a task dataset would hold, and about how large it would be",
    ...ofTask,
    ...sized,
  }),
};
