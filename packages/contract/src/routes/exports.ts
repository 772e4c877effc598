import { z } from "zod";
import { recordStatus } from "../inputs/records-query.ts";
import { RecordSelection } from "../inputs/search.ts";
import { WireTaskQuery } from "../inputs/task-query.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";
import { bool, leaf, oneOf } from "../wire/leaf.ts";
import { list } from "../wire/shape.ts";

/** The content of a dataset as a file: Postil's own. */

/** Refuses parts of a search that an export does not support. If they were ignored, all records would be sent. */
const noneOf = (msg: string) =>
  leaf<never>(() => ({ refused: { type: "value_error.extra", msg } }), { type: "null" }).nullish();

const Shown = RecordSelection.extend({
  response_status: list(recordStatus, { max: 5 }).nullish(),
  query: RecordSelection.shape.query
    .unwrap()
    .unwrap()
    .extend({ vector: noneOf("an export cannot be limited to similar records") })
    .nullish(),
  sort: noneOf("an export has the order in which the records came"),
});

const File = z.object({
  format: oneOf(["jsonl", "csv"]).default("jsonl"),
  gzip: bool.default(false),
  with: list(oneOf(["responses", "suggestions", "metadata", "vectors"]), { max: 4 }).default([
    "responses",
    "suggestions",
    "metadata",
  ]),
});
/** `records`: only these records, by the caller's own responses; absent: all records of the dataset. */
const Wish = File.extend({ records: Shown.nullish() });
const TaskWish = File.extend({
  records: z
    .object({
      query: WireTaskQuery.extend({ vector: noneOf("an export cannot be limited to similar records") }).nullish(),
      sort: noneOf("an export has the order in which the records came"),
    })
    .nullish(),
});

const count = z.number().int();
/** For a task dataset, responses are the annotated records and suggestions the predicted ones. */
const Counts = { records: count, responses: count, suggestions: count };

const begun = {
  replies: { 200: z.null() },
  carries: {
    200: {
      headers: {
        "content-disposition": "The name of the file",
        "x-postil-export": "The id by which its progress can be asked for",
      },
      stream: ["application/jsonl", "text/csv", "application/gzip"],
    },
  },
} as const;

const sized = {
  replies: {
    200: z.object({
      ...Counts,
      /** Number of people who gave the responses. */
      people: count,
      /** Number of agents that gave the suggestions. */
      agents: count,
      /** Number of metadata properties; for a task dataset, of metadata keys. */
      properties: count,
      vectors: z.array(z.object({ name: z.string(), dimensions: count })),
      /** Estimated bytes of the file, from its first records. */
      bytes: count,
      /** Bytes that all vectors would add. */
      vector_bytes: count,
    }),
  },
} as const;

const ofTask = { query: WorkspaceQuery, headers: WorkspaceHeaders, body: TaskWish } as const;

export const exportRoutes = {
  exportDataset: route({
    method: "POST",
    path: "/api/postil/v1/datasets/:dataset_id/export",
    access: "manager",
    summary: "The dataset as a file: its records with everybody's responses, as they are when the reply begins",
    body: Wish,
    ...begun,
  }),
  getExport: route({
    method: "GET",
    path: "/api/postil/v1/exports/:export_id",
    access: "signed-in",
    summary: "How far an export of the caller's is",
    replies: {
      200: z.object({
        id: z.uuid(),
        state: z.enum(["running", "done", "stopped", "failed"]),
        /** The reason why it failed; null: it did not fail. */
        detail: z.string().nullable(),
        /** Number of records that it will contain. */
        total: count,
        ...Counts,
        bytes: count,
        started_at: z.string(),
      }),
    },
  }),
  sizeUpExport: route({
    method: "POST",
    path: "/api/postil/v1/datasets/:dataset_id/export/size",
    access: "manager",
    summary: "What an export would hold, and about how large it would be",
    body: Wish,
    ...sized,
  }),
  exportTaskDataset: route({
    method: "POST",
    path: "/api/postil/v1/task-datasets/:name/export",
    access: "manager",
    summary: "A task dataset as a file: its records with all annotations, as they are when the reply begins",
    ...ofTask,
    ...begun,
  }),
  sizeUpTaskExport: route({
    method: "POST",
    path: "/api/postil/v1/task-datasets/:name/export/size",
    access: "manager",
    summary: "What an export of a task dataset would hold, and about how large it would be",
    ...ofTask,
    ...sized,
  }),
};
