import type { KeepDays } from "@postil/domain/datasets/bin";
import { countBits } from "@postil/domain/queue/bitmap";
import { Refusal } from "@postil/domain/refusal";
import { readTaskQuery, type TaskQuery } from "@postil/domain/search/task-query";
import { changeTaskRecord as changed, type TaskRecordChange } from "@postil/domain/tasks/log-record";
import { addJob } from "../../jobs/add-job.ts";
import { copiesUnderWay, copyBefore } from "../../jobs/copy.ts";
import { beginDeletion, deleteKept } from "../../jobs/deleted-records.ts";
import { endedAtOnce } from "../../jobs/end-records.ts";
import { membersOf, type SeqSet } from "../../records/seq-set.ts";
import { noteAudit } from "../../storage/audit.ts";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import { firstTaskRecordsWithin } from "../../storage/record-sizes.ts";
import type { Context } from "../../storage/store.ts";
import { endTaskRecords, writeTaskRecords } from "../../storage/task-record-writes.ts";
import { documentOf, lastLogOf } from "../../storage/task-records.ts";
import { requireCaller } from "../refuse.ts";
import {
  loadOpenTaskDataset,
  loadTaskDatasetForManager,
  loadTaskDatasetForMember,
  requireOpen,
  type TaskDatasetAt,
} from "./datasets.ts";
import { findTaskRecordsOf, getTaskRecord, loadTaskRecord, loadTaskSearch, type TaskRecordAt } from "./find-records.ts";
import { noteTaskChanges, refuseMisfits, refuseTooLarge } from "./log-records.ts";

type ChangeTaskRecord = TaskRecordAt & { readonly change: TaskRecordChange };

/** Sets metadata and status of one record; its time does not change (contract api-v0 row 31). */
async function changeTaskRecord(context: Context, { change, ...at }: ChangeTaskRecord): Promise<string> {
  const dataset = await loadOpenTaskDataset(context, at);
  await context.db.lock.dataset(dataset.key);
  const stored = await loadTaskRecord(context, dataset, at.id);
  await refuseMisfits(context, dataset, [{ id: at.id, ...change }]);
  const before = documentOf(stored);
  const document = changed(before, change);
  const { seq } = stored;
  const write = { seq, before, document, lastLog: lastLogOf(stored), vectors: {} };
  await writeTaskRecords(context, dataset.key, [write], await refuseTooLarge(context, dataset.key));
  await noteTaskChanges(context, dataset.key, [{ seq, before, after: document }]);
  return getTaskRecord(context, at);
}

type RecordsToEnd = TaskDatasetAt & {
  readonly query: TaskQuery;
  /** True if only the status of the records changes. */
  readonly discard: boolean;
};

/** `version`: the last change of values that the set includes. */
type FoundToEnd = { readonly datasetKey: number; readonly set: SeqSet; readonly version: number };

/** Finds the records to delete or discard in a reading thread: a search in the writing thread would delay others. */
export async function findRecordsToEnd(context: Context, asked: RecordsToEnd): Promise<FoundToEnd> {
  return findToEnd(context, await loadToEnd(context, asked), asked.query);
}

/** Every member may discard; only managers may delete (contract api-v0 7.3). */
async function loadToEnd(context: Context, { query, discard, ...at }: RecordsToEnd): Promise<TaskDatasetRow> {
  const dataset = discard ? await loadTaskDatasetForMember(context, at) : await loadTaskDatasetForManager(context, at);
  requireOpen(dataset);
  // Nobody could see which records are nearest before they are deleted.
  if (query.vector)
    throw new Refusal("invalid_text_search", "Records cannot be deleted by their nearness to a vector.");
  return dataset;
}

async function findToEnd(context: Context, dataset: TaskDatasetRow, query: TaskQuery): Promise<FoundToEnd> {
  const version = await context.db.changes.lastVersion(dataset.key, "values");
  const search = await loadTaskSearch(context, dataset);
  const { set } = await findTaskRecordsOf(context, search, readTaskQuery(query, search).tree);
  return { datasetKey: dataset.key, set, version };
}

type DeleteTaskRecords = RecordsToEnd & KeepDays & { readonly found: FoundToEnd };

/** `job`: the key of the job that does the work; null means that it is done. */
type DeletedTaskRecords = { readonly count: number; readonly job: number | null };

/**
 * Deletes or discards the records that a query finds. The times of records and dataset do not change (contract api-v0 7.3). A
 * few small records are handled at once. Otherwise a job does it and continues after a restart, so that all of them are
 * handled.
 */
export async function deleteTaskRecords(
  context: Context,
  { found, keepDays, ...asked }: DeleteTaskRecords,
): Promise<DeletedTaskRecords> {
  const { discard, query } = asked;
  const dataset = await loadToEnd(context, asked);
  const { key: datasetKey, workspace, name, workspace_id } = dataset;
  const { set } = (await isAsFound(context, dataset, found)) ? found : await findToEnd(context, dataset, query);
  const count = countBits(set);
  const { key: actorKey } = requireCaller(context);
  if (count > 0 && !discard)
    await noteAudit(context, { kind: "records_deleted", told: { dataset: name, workspace, records: count } });
  const deletion = { family: "task_dataset", dataset: { key: datasetKey, id: "" } } as const;
  const isKept = !discard && keepDays > 0;
  const copies = await copiesUnderWay(context, datasetKey);
  const most = endedAtOnce(copies.length);
  const few = count <= most.records ? membersOf(set) : null;
  if (few && (await firstTaskRecordsWithin(context.db, datasetKey, few, most.bytes)).length === count) {
    await copyBefore(context, datasetKey, few, copies);
    if (isKept) await deleteKept(context, deletion, few);
    else if (count > 0) await endTaskRecords(context, { datasetKey, actorKey, discard }, few);
    return { count, job: null };
  }
  const records = Buffer.from(set.buffer, set.byteOffset, set.byteLength).toString("base64");
  const job = await addJob(context, {
    name: discard ? "discard" : "delete",
    dataset: { key: datasetKey, id: taskDatasetId({ workspace, name }), workspace_id },
    about: {
      ...{ records, actorKey, at: context.now() },
      ...(isKept && { kept: await beginDeletion(context, deletion, "deleting") }),
    },
    total: count,
  });
  return { count, job };
}

/**
 * True if none of the found records has changed since, so that the query still finds the same ones. The dataset may have been
 * deleted and another one created with its name.
 */
async function isAsFound({ db }: Context, { key }: TaskDatasetRow, found: FoundToEnd): Promise<boolean> {
  const { datasetKey, set, version } = found;
  if (datasetKey !== key) return false;
  const { stretches } = await db.changes.after(key, "values", version);
  return stretches.every(({ from, to }) => countBits(set, from, Math.min(to, set.length << 5)) === 0);
}

export const changeTaskRecordCalls = {
  reads: { findRecordsToEnd },
  writes: { changeTaskRecord, deleteTaskRecords },
} as const;
