import type { SavedView } from "@postil/domain/search/saved-views";
import { taskDatasetId } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";
import { addView, type NewView } from "./own-views.ts";

export type CreateTaskView = { readonly at: TaskDatasetAt; readonly view: NewView };

/** Keeps a view of a task dataset for the caller. */
export async function createTaskView(context: Context, { at, view }: CreateTaskView): Promise<SavedView> {
  const dataset = await loadTaskDatasetForMember(context, at);
  return addView(context, { key: dataset.key, id: taskDatasetId(dataset), family: "task" }, view);
}
