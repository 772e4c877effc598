import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { takeDatasetKey } from "../../storage/dataset-keys.ts";
import { taskDatasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireManager } from "../refuse.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { findNamedWorkspace } from "../workspaces/load-workspace.ts";

export type CreateTaskDataset = Pick<TaskDataset, "name" | "task" | "tags" | "metadata"> & {
  readonly workspace: string;
};

/** Creates a task dataset. Its name is unique in the workspace whatever the task (contract api-v0 row 14). */
export async function createTaskDataset(context: Context, input: CreateTaskDataset): Promise<TaskDataset> {
  const caller = requireCaller(context);
  const { name, task } = input;
  const workspace = await findNamedWorkspace(context, input.workspace);
  requireManager(caller, workspace.id);
  await refuseTaken(
    context.db
      .selectFrom("task_dataset")
      .select("key")
      .where("workspace_id", "=", workspace.id)
      .where("name", "=", name),
    () =>
      new Refusal("conflict", `Dataset \`${name}\` already exists in workspace \`${workspace.name}\``, {
        name,
        type: "ServiceDataset",
        workspace: workspace.name,
      }),
  );
  const at = context.now();
  const row = await context.db
    .insertInto("task_dataset")
    .values({
      key: await takeDatasetKey(context.db),
      workspace_id: workspace.id,
      name,
      task,
      tags: JSON.stringify(input.tags),
      metadata: JSON.stringify(input.metadata),
      created_by: caller.username,
      created_at: at,
      last_updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return taskDatasetFromRow({ ...row, workspace: workspace.name });
}
