import type { Workspace } from "@postil/domain/accounts/users";
import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { takeDatasetKey } from "../../storage/dataset-keys.ts";
import { taskDatasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { jsonWithinBound } from "./update-task-dataset.ts";

/** A name is taken in its workspace whatever the task. `type`: what the older API calls what is there. */
export function refuseTakenName(
  { db }: Context,
  workspace: Workspace,
  name: string,
  type: "ServiceDataset" | "Dataset",
): Promise<void> {
  return refuseTaken(
    db.selectFrom("task_dataset").select("key").where("workspace_id", "=", workspace.id).where("name", "=", name),
    () =>
      new Refusal("conflict", `Dataset \`${name}\` already exists in workspace \`${workspace.name}\``, {
        name,
        type,
        workspace: workspace.name,
      }),
  );
}

/** Adds a dataset of the caller's. */
export async function insertTaskDataset(
  context: Context,
  workspace: Workspace,
  { name, task, tags, metadata }: Pick<TaskDataset, "name" | "task" | "tags" | "metadata">,
): Promise<TaskDataset & { readonly key: number }> {
  const { db, now } = context;
  const at = now();
  const row = await db
    .insertInto("task_dataset")
    .values({
      key: await takeDatasetKey(db),
      workspace_id: workspace.id,
      name,
      task,
      tags: jsonWithinBound("tags", tags),
      metadata: jsonWithinBound("metadata", metadata),
      created_by: requireCaller(context).username,
      created_at: at,
      last_updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...taskDatasetFromRow({ ...row, workspace: workspace.name }, { tags, metadata }), key: row.key };
}
