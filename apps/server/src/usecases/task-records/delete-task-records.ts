import { Refusal } from "@postil/domain/refusal";
import { readTaskQuery, type TaskQuery } from "@postil/domain/search/task-query";
import type { Context } from "../../storage/store.ts";
import { removeTaskRecords, writeTaskStatus } from "../../storage/task-record-writes.ts";
import { documentOf, readTaskRecords } from "../../storage/task-records.ts";
import {
  loadTaskDatasetForManager,
  loadTaskDatasetForMember,
  requireOpen,
  type TaskDatasetAt,
} from "../task-datasets/load-task-dataset.ts";
import { noteTaskChanges } from "./note-task-changes.ts";
import { findTaskNumbers, loadTaskSearch } from "./task-search.ts";

export type DeleteTaskRecords = TaskDatasetAt & {
  readonly query: TaskQuery;
  /** Only their status changes. */
  readonly discard: boolean;
  /** The number of the record to go on from: one call does as much as others can wait for. */
  readonly from: number;
};

/** `next`: where to go on; null: all is done. */
export type DeletedTaskRecords = { readonly count: number; readonly next: number | null };

const STEP = 2000;

/** Deletes or discards what a query finds; no time of a record or of the dataset moves (contract api-v0 7.3). */
export async function deleteTaskRecords(
  context: Context,
  { query, discard, from, ...at }: DeleteTaskRecords,
): Promise<DeletedTaskRecords> {
  const dataset = discard ? await loadTaskDatasetForMember(context, at) : await loadTaskDatasetForManager(context, at);
  requireOpen(dataset);
  // What is nearest changes with every record that goes.
  if (query.vector)
    throw new Refusal("invalid_text_search", "Records cannot be deleted by their nearness to a vector.");
  const search = await loadTaskSearch(context, dataset);
  const found = await findTaskNumbers(context, search, readTaskQuery(query, search).tree);
  const left = found.filter((seq) => seq >= from);
  const seqs = left.slice(0, STEP);
  if (discard) await discardRecords(context, dataset.key, seqs);
  else await removeTaskRecords(context, dataset.key, seqs);
  return { count: seqs.length, next: left[STEP] ?? null };
}

async function discardRecords(context: Context, datasetKey: number, seqs: readonly number[]): Promise<void> {
  const stored = await readTaskRecords(context.db, datasetKey, seqs);
  await writeTaskStatus(context, datasetKey, seqs, "Discarded");
  const changed = stored.map((record) => {
    const before = documentOf(record);
    return { seq: record.seq, before, after: { ...before, status: "Discarded" as const } };
  });
  await noteTaskChanges(context, datasetKey, changed);
}
