import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import "../../lib/api/manager-routes.ts";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { LabelSignal } from "../../lib/task-labels/label-signal.ts";

/** Quiet: whoever asks says what became of it. A 403 rejects with its signal (TSG-02, TSG-03). */
export async function deleteTaskDataset({ name, workspaceName: workspace }: TaskDataset): Promise<void> {
  try {
    const options = { quiet: true, success: 200, dataset: taskDatasetKey(workspace, name) } as const;
    await api.call("deleteTaskDatasetV0", { params: { name }, query: { workspace } }, options);
  } catch (error) {
    const failure = failureOf(error);
    throw failure?.status === 403 ? new LabelSignal("NOT_ALLOWED_TO_UPDATE_LABELS", failure) : error;
  }
}
