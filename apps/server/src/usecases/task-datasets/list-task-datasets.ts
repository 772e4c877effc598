import { isOwner } from "@postil/domain/accounts/policies";
import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { TASK_DATASET_COLUMNS, taskDatasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { listDatasetTexts } from "../../storage/task-dataset-texts.ts";
import { loadNamedWorkspace } from "../accounts/workspaces.ts";
import { isSeen } from "../imports/mind-import.ts";
import { requireCaller } from "../require-caller.ts";

/**
 * The task datasets of the named workspace, without a name of all the caller belongs to, oldest first; an owner's are all
 * (DSL-03). A workspace that is not the caller's is as unknown as one that is not there.
 */
export async function listTaskDatasets(
  context: Context,
  { workspace: name }: { readonly workspace: string | null },
): Promise<TaskDataset[]> {
  const caller = requireCaller(context);
  const workspace = name === null ? null : await loadNamedWorkspace(context, name);
  const rows = await context.db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(TASK_DATASET_COLUMNS)
    .$if(workspace !== null, (query) => query.where("workspace_id", "=", workspace?.id ?? ""))
    .$if(workspace === null && !isOwner(caller), (query) => query.where("workspace_id", "in", caller.workspaceIds))
    .orderBy("task_dataset.key")
    .execute();
  const seen = rows.filter((row) => isSeen(context, row));
  const textsOf = await listDatasetTexts(
    context.db,
    seen.map(({ key }) => key),
  );
  return seen.map((row) => taskDatasetFromRow(row, textsOf(row.key)));
}
