import { isOwner } from "@postil/domain/accounts/policies";
import type { Dataset } from "@postil/domain/datasets/dataset";
import { datasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { isSeen } from "../imports/mind-import.ts";
import { requireMember } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";

/**
 * The datasets of one workspace, or of all the caller belongs to, drafts too, oldest first; an owner's are all
 * (contract api-v1 row 1, DSL-05).
 */
export async function listOwnDatasets(
  context: Context,
  { workspaceId }: { readonly workspaceId: string | null },
): Promise<Dataset[]> {
  const caller = requireCaller(context);
  if (workspaceId !== null) requireMember(caller, workspaceId);
  const rows = await context.db
    .selectFrom("dataset")
    .selectAll()
    .$if(workspaceId !== null, (query) => query.where("workspace_id", "=", workspaceId))
    .$if(workspaceId === null && !isOwner(caller), (query) => query.where("workspace_id", "in", caller.workspaceIds))
    .orderBy("inserted_at")
    .execute();
  return rows.filter((row) => isSeen(context, row)).map(datasetFromRow);
}
