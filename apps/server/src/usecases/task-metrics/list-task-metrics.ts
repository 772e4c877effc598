import { isTask } from "@postil/domain/datasets/dataset-links";
import { METRICS, type Metric } from "@postil/domain/tasks/metric-list";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";

/** The metrics of a dataset's task (contract api-v0 row 41). */
export async function listTaskMetrics(context: Context, at: TaskDatasetAt): Promise<readonly Metric[]> {
  const { task } = await loadTaskDatasetForMember(context, at);
  return isTask(task) ? METRICS[task] : [];
}
