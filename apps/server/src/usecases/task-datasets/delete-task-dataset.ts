import { addJob } from "../../jobs/add-job.ts";
import { noteAudit } from "../../storage/audit.ts";
import { taskDatasetId } from "../../storage/dataset-rows.ts";
import { removeLabelingRules } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { removeTaskSettings } from "../../storage/task-settings.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { findTaskDataset, type TaskDatasetAt } from "./load-task-dataset.ts";

/**
 * Deletes a task dataset; the rows of its records are removed by a job. One that is not there is no failure, whoever asks
 * (contract api-v0 row 17).
 */
export async function deleteTaskDataset(context: Context, at: TaskDatasetAt): Promise<void> {
  const caller = requireCaller(context);
  const row = await findTaskDataset(context, at);
  if (!row) return;
  requireManager(caller, row.workspace_id);
  await removeTaskSettings(context.db, row.key);
  await removeLabelingRules(context.db, row.key, null);
  await context.db.deleteFrom("task_dataset").where("key", "=", row.key).execute();
  const { name, workspace, record_count: records } = row;
  await noteAudit(context, { kind: "dataset_deleted", told: { dataset: name, workspace, records, answers: null } });
  const dataset = { key: row.key, id: taskDatasetId(row), workspace_id: row.workspace_id };
  const about = { vectorSettingsKey: null, target: null };
  await addJob(context, { name: "purge", dataset, about, total: row.next_seq });
}
