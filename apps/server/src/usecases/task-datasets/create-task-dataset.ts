import type { TaskDataset } from "@postil/domain/datasets/dataset";
import type { Context } from "../../storage/store.ts";
import { findNamedWorkspace } from "../accounts/workspaces.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { insertTaskDataset, refuseTakenName } from "./insert-task-dataset.ts";

export type CreateTaskDataset = Pick<TaskDataset, "name" | "task" | "tags" | "metadata"> & {
  readonly workspace: string;
};

/** Creates a task dataset. Its name is unique in the workspace whatever the task (contract api-v0 row 14). */
export async function createTaskDataset(context: Context, input: CreateTaskDataset): Promise<TaskDataset> {
  const caller = requireCaller(context);
  const workspace = await findNamedWorkspace(context, input.workspace);
  requireManager(caller, workspace.id);
  await refuseTakenName(context, workspace, input.name, "ServiceDataset");
  return insertTaskDataset(context, workspace, input);
}
