import { SNAPSHOT_NAME } from "@postil/domain/datasets/snapshot";
import { z } from "zod";
import { route } from "../route.ts";
import { text, uuid } from "../wire/leaf.ts";
import { id, int, itemsOf, time } from "../wire/replies.ts";
import { last } from "../wire/shape.ts";
import { begun, File, sized } from "./exports.ts";
import { datasetOfAnyFamily } from "./jobs.ts";

export const WireSnapshot = z.object({
  id,
  name: z.string(),
  /** Null: an administrator at the server's own machine. */
  by: z.string().nullable(),
  asked_at: time,
  /** Null while it is being taken, or if that failed. */
  taken: z
    .object({
      taken_at: time,
      records: int,
      answers: int,
      /** The number of the last change of an answer in the history of the dataset; 0: there was none. */
      position: int,
      bytes: int,
      hash: z.string(),
      /** Of several servers, the one that took it and has its file; null: there is one. */
      server: z.string().nullable(),
    })
    .nullable(),
  progress: z.object({ done: int, total: int.nullable() }),
  error: z.string().nullable(),
});
export type WireSnapshot = z.output<typeof WireSnapshot>;

const labelCounts = { before: int, after: int, added: int, gone: int };
const WireComparison = z.object({
  records: z.object(labelCounts),
  /** A task dataset has one question, `annotation`. */
  questions: z.array(
    z.object({
      name: z.string(),
      ...labelCounts,
      changed: int,
      /** Those with the most changes first; `more` are not listed. */
      labels: z.array(z.object({ label: z.string(), ...labelCounts, changed_to: int, changed_from: int })),
      more: int,
    }),
  ),
  /** The first 100 of the `differing` records. */
  items: z.array(
    z.object({
      /** As text, also of a task record. */
      id: z.string(),
      external_id: z.string().nullable(),
      text: z.string(),
      /** False: it was deleted. */
      is_there: z.boolean(),
      /** The first 20 of `all`. */
      changes: z.array(
        z.object({ question: z.string(), by: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
      ),
      all: int,
    }),
  ),
  differing: int,
});
export type WireComparison = z.output<typeof WireComparison>;

/** A dataset as it was at one moment: Postil's own. */

export const snapshotRoutes = {
  listSnapshots: route("GET", "/api/postil/v1/snapshots", "manager", {
    summary: "The snapshots of a dataset, the latest first",
    query: z.object({ dataset_id: last(datasetOfAnyFamily) }),
    replies: { 200: itemsOf(WireSnapshot) },
  }),
  takeSnapshot: route("POST", "/api/postil/v1/snapshots", "manager", {
    conflicts: true,
    summary: "Take a snapshot of a dataset: a job keeps it as it is at one moment after this call",
    body: z.object({ dataset_id: datasetOfAnyFamily, name: text({ trim: true, ...SNAPSHOT_NAME }) }),
    replies: { 201: WireSnapshot },
  }),
  exportSnapshot: route("POST", "/api/postil/v1/snapshots/:snapshot_id/export", "manager", {
    summary: "A snapshot as a file: what an export of the dataset would have been when it was taken",
    body: File,
    ...begun,
  }),
  sizeUpSnapshot: route("POST", "/api/postil/v1/snapshots/:snapshot_id/export/size", "manager", {
    summary: "What an export of a snapshot would hold, and about how large it would be",
    body: File,
    ...sized,
  }),
  compareSnapshots: route("GET", "/api/postil/v1/snapshots/:snapshot_id/comparison", "manager", {
    summary: "What was answered between a snapshot and another one, or the dataset as it is now, by question and label",
    query: z.object({ with: last(uuid.optional()) }),
    replies: { 200: WireComparison },
  }),
  deleteSnapshot: route("DELETE", "/api/postil/v1/snapshots/:snapshot_id", "manager", {
    summary: "Delete a snapshot for good",
  }),
};
