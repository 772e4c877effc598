import type { Task } from "@postil/domain/datasets/dataset-links";
import { Refusal } from "@postil/domain/refusal";
import { compiled } from "../../storage/compiled.ts";
import { TASK_DATASET_COLUMNS, type TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireManager, requireMember } from "../refuse.ts";
import { refuseUnfinished } from "../refuse-unfinished.ts";
import { requireCaller } from "../require-caller.ts";

/** The names of a workspace and of a task dataset in it, and the task that it must have if the call needs one. */
export type TaskDatasetAt = { readonly workspace: string; readonly name: string; readonly task?: Task };
export type TaskDatasetOf<T extends Task> = TaskDatasetAt & { readonly task: T };

const datasetNamed = compiled((db, workspace: string, name: string) =>
  db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(TASK_DATASET_COLUMNS)
    .where("workspace.name", "=", workspace)
    .where("task_dataset.name", "=", name),
);

/** A task dataset, or null if it or its workspace does not exist. Checks no permission. */
export async function findTaskDataset(
  { db }: Context,
  { workspace, name }: TaskDatasetAt,
): Promise<TaskDatasetRow | null> {
  const [row] = await datasetNamed(db, workspace, name);
  return row ?? null;
}

const noTaskDataset = ({ workspace, name }: TaskDatasetAt): Refusal =>
  new Refusal("not_found", `Dataset \`${name}\` not found in workspace \`${workspace}\``, {
    type: "ServiceDataset",
    name,
  });

/**
 * A task dataset that the caller may read and, as every member may, change: 404 before 400 and 403 (contract api-v0 1.2,
 * TEN-13).
 */
export async function loadTaskDatasetForMember(context: Context, at: TaskDatasetAt): Promise<TaskDatasetRow> {
  const caller = requireCaller(context);
  const row = await findTaskDataset(context, at);
  if (!row) throw noTaskDataset(at);
  refuseUnfinished(context, row, () => noTaskDataset(at));
  if (at.task && at.task !== row.task)
    throw new Refusal("wrong_task", `Provided task ${at.task} cannot be applied to dataset`);
  requireMember(caller, row.workspace_id);
  return row;
}

export async function loadTaskDatasetForManager(context: Context, at: TaskDatasetAt): Promise<TaskDatasetRow> {
  const row = await loadTaskDatasetForMember(context, at);
  requireManager(requireCaller(context), row.workspace_id);
  return row;
}

/** Refuses any work on records of a closed dataset (contract api-v0 section 3). */
export function requireOpen({ name, closed }: TaskDatasetRow): void {
  if (closed === 1)
    throw new Refusal("closed_dataset", `Dataset \`${name}\` is closed. Open it first.`, undefined, { name });
}
