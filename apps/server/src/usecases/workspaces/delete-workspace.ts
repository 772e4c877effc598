import type { Workspace } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadWorkspace } from "./load-workspace.ts";

/** Both families of datasets keep their workspace; feedback datasets are told first. */
const DATASETS = [
  ["dataset", "feedback datasets"],
  ["task_dataset", "datasets"],
] as const;

/** Deletes a workspace without datasets, and its memberships (contract api-v1 row 56). */
export async function deleteWorkspace(
  context: Context,
  { workspaceId }: { readonly workspaceId: string },
): Promise<Workspace> {
  requireOwner(requireCaller(context));
  const workspace = await loadWorkspace(context, workspaceId);
  const { db } = context;
  for (const [table, what] of DATASETS) {
    const linked = await db
      .selectFrom(table)
      .select("key")
      .where("workspace_id", "=", workspaceId)
      .limit(1)
      .executeTakeFirst();
    if (!linked) continue;
    throw new Refusal("conflict", `Cannot delete the workspace ${workspaceId}. This workspace has some ${what} linked`);
  }
  await db.deleteFrom("membership").where("workspace_id", "=", workspaceId).execute();
  await db.deleteFrom("workspace").where("id", "=", workspaceId).execute();
  await noteAudit(context, { kind: "workspace_deleted", told: { workspace: workspace.name } });
  return workspace;
}
