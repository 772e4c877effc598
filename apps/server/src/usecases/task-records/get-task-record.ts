import type { Context } from "../../storage/store.ts";
import { wholeDocuments } from "../../storage/task-vectors.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";
import { loadTaskRecord } from "./load-task-record.ts";

export type TaskRecordAt = TaskDatasetAt & { readonly id: string };

/** The raw document of a record as JSON, with the numbers of its vectors (contract api-v0 row 30). */
export async function getTaskRecord(context: Context, at: TaskRecordAt): Promise<string> {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  const record = await loadTaskRecord(context, dataset, at.id);
  const [document = ""] = await wholeDocuments(context.db, dataset.key, [record]);
  return document;
}
