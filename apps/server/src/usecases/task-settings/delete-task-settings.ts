import type { Context } from "../../storage/store.ts";
import { removeTaskSettings } from "../../storage/task-settings.ts";
import { loadTaskDatasetForManager, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";

/** Forgets what is set for a task dataset, if anything is (contract api-v0 row 23). */
export async function deleteTaskSettings(context: Context, at: TaskDatasetAt): Promise<void> {
  const { key } = await loadTaskDatasetForManager(context, at);
  await removeTaskSettings(context.db, key);
}
