import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { removeTaskSettings } from "../../storage/task-settings.ts";
import { loadTaskDatasetForManager, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";

/** Forgets what is set for a task dataset, if anything is (contract api-v0 row 23). */
export async function deleteTaskSettings(context: Context, at: TaskDatasetAt): Promise<void> {
  const { key, name: dataset, workspace } = await loadTaskDatasetForManager(context, at);
  if ((await removeTaskSettings(context.db, key)) === 0) return;
  await noteAudit(context, {
    kind: "setting_deleted",
    told: { dataset, workspace, what: "task_settings", name: null },
  });
}
