import { Refusal } from "@postil/domain/refusal";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireMember } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";

/** The names of a workspace and of a task dataset in it. */
export type TaskDatasetAt = { readonly workspace: string; readonly name: string };

/** A task dataset, or null when it or its workspace is not there. Asks for no permission. */
export async function findTaskDataset(
  { db }: Context,
  { workspace, name }: TaskDatasetAt,
): Promise<TaskDatasetRow | null> {
  const row = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .selectAll("task_dataset")
    .select("workspace.name as workspace")
    .where("workspace.name", "=", workspace)
    .where("task_dataset.name", "=", name)
    .executeTakeFirst();
  return row ?? null;
}

/** A task dataset the caller may read and, as every member may, change: 404 before 403 (contract api-v0 1.2, TEN-13). */
export async function loadTaskDatasetForMember(context: Context, at: TaskDatasetAt): Promise<TaskDatasetRow> {
  const caller = requireCaller(context);
  const row = await findTaskDataset(context, at);
  if (!row) {
    const subject = { type: "ServiceDataset", name: at.name };
    throw new Refusal("not_found", `Dataset \`${at.name}\` not found in workspace \`${at.workspace}\``, subject);
  }
  requireMember(caller, row.workspace_id);
  return row;
}
