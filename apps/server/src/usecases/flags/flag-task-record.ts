import type { Flag } from "@postil/domain/records/flags";
import { taskPreview } from "@postil/domain/tasks/flag-preview";
import type { Context } from "../../storage/store.ts";
import { documentOf } from "../../storage/task-records.ts";
import { loadTaskDatasetForMember, requireOpen } from "../task-datasets/load-task-dataset.ts";
import type { TaskRecordAt } from "../task-records/get-task-record.ts";
import { loadTaskRecord } from "../task-records/load-task-record.ts";
import { putFlag } from "./own-flags.ts";

/** Flags a record of a task dataset for the caller. */
export async function flagTaskRecord(context: Context, at: TaskRecordAt): Promise<Flag> {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  const record = await loadTaskRecord(context, dataset, at.id);
  const flagged = { dataset_key: dataset.key, seq: record.seq, id: record.id };
  return putFlag(context, flagged, async () => taskPreview(documentOf(record)));
}
