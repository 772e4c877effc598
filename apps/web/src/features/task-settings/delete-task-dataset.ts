import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { api } from "../../lib/api/api.ts";
import { failureOf } from "../../lib/api/failure.ts";
import { LabelSignal } from "../../lib/task-labels/label-signal.ts";

/** Quiet: whoever asks says what became of it. A 403 rejects with its signal (TSG-02, TSG-03). */
export async function deleteTaskDataset({ name, workspaceName: workspace }: TaskDataset): Promise<void> {
  try {
    await api.call("deleteTaskDatasetV0", { params: { name }, query: { workspace } }, { quiet: true, success: 200 });
  } catch (error) {
    const failure = failureOf(error);
    throw failure?.status === 403 ? new LabelSignal("NOT_ALLOWED_TO_UPDATE_LABELS", failure) : error;
  }
}
