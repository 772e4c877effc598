import { DATE_ORDERS } from "@postil/domain/datasets/metadata-property";
import { CHANGED_KINDS, EXISTING, MERGE_OUTCOMES, PART_KINDS } from "@postil/domain/records/merge-record";
import type { RecordFault } from "@postil/domain/records/record-rules";
import { z } from "zod";
import { BATCH_BYTES, route } from "../route.ts";
import { bool, number, oneOf, text } from "../wire/leaf.ts";
import { int } from "../wire/replies.ts";
import { list } from "../wire/shape.ts";
import { WireDataset } from "./datasets.ts";
import { WireField, WireMetadataProperty, WireVectorSettings } from "./parts.ts";
import { WireQuestion } from "./questions.ts";
import { recordsToMerge } from "./records.ts";

/** Records of a file for a dataset that is there (IMP-30): Postil's own. */

/** What a column fills. `name`: of the field, question, metadata property or vector; null for the other kinds. */
export const columnPart = z.object({
  kind: oneOf(PART_KINDS),
  name: text().nullish(),
  dates: oneOf(DATE_ORDERS).nullish(),
});
export const WireColumnPart = z.object({
  kind: z.enum(PART_KINDS),
  name: z.string().nullable(),
  /** Of a column of dates: what comes first where the year comes last. */
  dates: z.enum(DATE_ORDERS).optional(),
});
export type WireColumnPart = z.output<typeof WireColumnPart>;

/** Columns that are remembered with a dataset, and the longest name of one. */
export const MOST_REMEMBERED = 1000;
export const REMEMBERED_NAME = 200;

export const WireAddTarget = z.object({
  dataset: WireDataset,
  fields: z.array(WireField),
  questions: z.array(WireQuestion),
  metadata: z.array(WireMetadataProperty),
  vectors: z.array(WireVectorSettings),
  /** The columns of the file that was added last, and what they filled. */
  columns: z.array(z.object({ column: z.string(), part: WireColumnPart })),
});
export type WireAddTarget = z.output<typeof WireAddTarget>;

export const WireChange = z.object({
  kind: z.enum(CHANGED_KINDS),
  name: z.string(),
  before: z.string().nullable(),
  after: z.string(),
});

const WireMerged = z.object({
  outcome: z.enum(MERGE_OUTCOMES),
  /** Why the record is refused. */
  fault: z.custom<RecordFault>((value) => typeof value === "object" && value !== null).nullable(),
  /** True if a text of an existing record changes. */
  changes_text: z.boolean(),
  /** Responses of an existing record; only in a dry run, and only of a record that changes. */
  answers: int,
  /** Of the first updated records, as many as were asked for. */
  changes: z.array(WireChange).nullable(),
});
export type WireMerged = z.output<typeof WireMerged>;

const RecordsToMerge = z.object({
  items: recordsToMerge,
  /** True: nothing is written. */
  dry_run: bool,
  existing: oneOf(EXISTING),
  /** So many updated records are told with their changes. */
  samples: number({ ge: 0, le: 500 }).nullish(),
  /** Remembered with the dataset, unless it is a dry run; absent: those before stay. */
  columns: list(z.object({ column: text({ max: REMEMBERED_NAME }), part: columnPart }), {
    max: MOST_REMEMBERED,
  }).nullish(),
});

export const mergeRoutes = {
  getAddTarget: route("GET", "/api/postil/v1/datasets/:dataset_id/add-target", "manager", {
    summary: "The parts of a dataset that a file can fill, and the columns that filled them last",
    replies: { 200: WireAddTarget },
  }),
  mergeRecords: route("POST", "/api/postil/v1/datasets/:dataset_id/records/merge", "manager", {
    summary:
      "Add up to 500 records of a file: each is new, updated, unchanged or refused by itself; on request nothing is written",
    body: RecordsToMerge,
    bodyLimit: BATCH_BYTES,
    replies: { 200: z.object({ items: z.array(WireMerged) }) },
  }),
};
