import { Refusal } from "@postil/domain/refusal";
import type { TaskSettings } from "@postil/domain/tasks/label-schema";
import type { Context } from "../../storage/store.ts";
import { readTaskSettings } from "../../storage/task-settings.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";

/** What is set for a task dataset; 404 before anything was (contract api-v0 row 21, LAB-08, LAB-20). */
export async function getTaskSettings(context: Context, at: TaskDatasetAt): Promise<TaskSettings> {
  const { key, name, task } = await loadTaskDatasetForMember(context, at);
  const settings = await readTaskSettings(context.db, key);
  if (!settings) {
    const subject = { type: `${task}Settings`, name };
    throw new Refusal("not_found", `Nothing is set for dataset \`${name}\``, subject);
  }
  return settings;
}
