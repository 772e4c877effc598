import type { SavedView } from "@postil/domain/search/saved-views";
import { taskDatasetId } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";
import { readOwnViews } from "./own-views.ts";

/** The caller's views of a task dataset. */
export async function listOwnTaskViews(context: Context, at: TaskDatasetAt): Promise<SavedView[]> {
  const dataset = await loadTaskDatasetForMember(context, at);
  return readOwnViews(context, { key: dataset.key, id: taskDatasetId(dataset) });
}
