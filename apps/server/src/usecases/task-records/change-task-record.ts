import { changeTaskRecord as changed, type TaskRecordChange } from "@postil/domain/tasks/change-record";
import type { Context } from "../../storage/store.ts";
import { writeTaskRecords } from "../../storage/task-record-writes.ts";
import { documentOf, lastLogOf } from "../../storage/task-records.ts";
import { loadTaskDatasetForMember, requireOpen } from "../task-datasets/load-task-dataset.ts";
import { getTaskRecord, type TaskRecordAt } from "./get-task-record.ts";
import { loadTaskRecord } from "./load-task-record.ts";
import { noteTaskChanges } from "./note-task-changes.ts";
import { refuseMisfits } from "./refuse-misfits.ts";
import { refuseTooLarge } from "./refuse-too-large.ts";

export type ChangeTaskRecord = TaskRecordAt & { readonly change: TaskRecordChange };

/** Sets metadata and status of one record; its time stays (contract api-v0 row 31). */
export async function changeTaskRecord(context: Context, { change, ...at }: ChangeTaskRecord): Promise<string> {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
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
