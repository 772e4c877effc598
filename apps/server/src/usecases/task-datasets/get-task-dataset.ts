import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { taskDatasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { readDatasetTexts, shownTexts } from "../../storage/task-dataset-texts.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "./load-task-dataset.ts";

/** One task dataset (contract api-v0 row 15, TEN-12). */
export async function getTaskDataset(context: Context, at: TaskDatasetAt): Promise<TaskDataset> {
  const row = await loadTaskDatasetForMember(context, at);
  return taskDatasetFromRow(row, shownTexts(await readDatasetTexts(context.db, row.key)));
}
