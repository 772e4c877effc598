import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { taskDatasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "./load-task-dataset.ts";

export type UpdateTaskDataset = TaskDatasetAt & Pick<TaskDataset, "tags" | "metadata">;

/**
 * Sets the given tags and keys of metadata, each as a whole; the others stay and none can be taken away. Every member
 * may, and the dataset's time moves even when nothing is given (contract api-v0 row 16).
 */
export async function updateTaskDataset(context: Context, input: UpdateTaskDataset): Promise<TaskDataset> {
  const row = await loadTaskDatasetForMember(context, input);
  const dataset = taskDatasetFromRow(row);
  const tags = { ...dataset.tags, ...input.tags };
  const metadata = { ...dataset.metadata, ...input.metadata };
  const lastUpdatedAt = context.now();
  await context.db
    .updateTable("task_dataset")
    .set({ tags: JSON.stringify(tags), metadata: JSON.stringify(metadata), last_updated_at: lastUpdatedAt })
    .where("key", "=", row.key)
    .execute();
  return { ...dataset, tags, metadata, lastUpdatedAt };
}
