import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForManager, type TaskDatasetAt } from "./load-task-dataset.ts";

/** Closes a task dataset or opens it, however it is (contract api-v0 rows 18, 19). */
export async function closeTaskDataset(
  context: Context,
  { closed, ...at }: TaskDatasetAt & { readonly closed: boolean },
): Promise<void> {
  const { key } = await loadTaskDatasetForManager(context, at);
  const flag = closed ? 1 : 0;
  await context.db.updateTable("task_dataset").set({ closed: flag }).where("key", "=", key).execute();
}
