import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import { taskDatasetId } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import type { SavedViewTable } from "../../storage/tables.ts";
import { requireMember } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import type { ViewedDataset } from "./refuse-view.ts";

export type LoadedView = { readonly row: Selectable<SavedViewTable>; readonly dataset: ViewedDataset };

/** A view of the caller's. Views are private: somebody else's is as unknown as one that is not there. 404 before 403. */
export async function loadOwnView(context: Context, viewId: string): Promise<LoadedView> {
  const caller = requireCaller(context);
  const row = await context.db
    .selectFrom("saved_view")
    .selectAll()
    .where("id", "=", viewId)
    .where("user_key", "=", caller.key)
    .executeTakeFirst();
  const found = row && (await findViewedDataset(context, row.dataset_key));
  if (!row || !found) throw new Refusal("not_found", `View with id \`${viewId}\` not found`);
  const { workspaceId, ...dataset } = found;
  requireMember(caller, workspaceId);
  return { row, dataset };
}

/** Null: it is deleted. */
async function findViewedDataset(
  { db }: Context,
  key: number,
): Promise<(ViewedDataset & { readonly workspaceId: string }) | null> {
  const dataset = await db
    .selectFrom("dataset")
    .select(["id", "workspace_id as workspaceId"])
    .where("key", "=", key)
    .executeTakeFirst();
  if (dataset) return { ...dataset, key, family: "feedback" };
  const task = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(["task_dataset.name", "workspace.name as workspace", "workspace_id as workspaceId"])
    .where("key", "=", key)
    .executeTakeFirst();
  return task ? { key, id: taskDatasetId(task), workspaceId: task.workspaceId, family: "task" } : null;
}
