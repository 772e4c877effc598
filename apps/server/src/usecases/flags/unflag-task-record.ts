import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, requireOpen } from "../task-datasets/load-task-dataset.ts";
import type { TaskRecordAt } from "../task-records/get-task-record.ts";
import { loadTaskRecord } from "../task-records/load-task-record.ts";
import { takeFlag } from "./own-flags.ts";

/** Takes the caller's flag off a record of a task dataset. */
export async function unflagTaskRecord(context: Context, at: TaskRecordAt): Promise<void> {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  const { seq } = await loadTaskRecord(context, dataset, at.id);
  await takeFlag(context, { dataset_key: dataset.key, seq });
}
