import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { compiled } from "../../storage/compiled.ts";
import { type TaskDatasetRow, taskDatasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "./load-task-dataset.ts";

const setDataset = compiled(
  (db, values: { readonly tags: string; readonly metadata: string; readonly last_updated_at: number }, key: number) =>
    db.updateTable("task_dataset").set(values).where("key", "=", key),
);

export type UpdateTaskDataset = TaskDatasetAt & Pick<TaskDataset, "tags" | "metadata">;

/**
 * Sets the given tags and keys of metadata, each as a whole; the others stay and none can be taken away. Every member
 * may, and the dataset's time moves even when nothing is given (contract api-v0 row 16).
 */
export async function updateTaskDataset(context: Context, input: UpdateTaskDataset): Promise<TaskDataset> {
  return layOverTaskDataset(context, await loadTaskDatasetForMember(context, input), input);
}

/** The same for a dataset that the caller was found to have the right to. */
export async function layOverTaskDataset(
  { db, now }: Context,
  row: TaskDatasetRow,
  given: Pick<TaskDataset, "tags" | "metadata">,
): Promise<TaskDataset> {
  const dataset = taskDatasetFromRow(row);
  const tags = { ...dataset.tags, ...given.tags };
  const metadata = { ...dataset.metadata, ...given.metadata };
  const lastUpdatedAt = now();
  const values = { tags: JSON.stringify(tags), metadata: JSON.stringify(metadata), last_updated_at: lastUpdatedAt };
  await setDataset(db, values, row.key);
  return { ...dataset, tags, metadata, lastUpdatedAt };
}
