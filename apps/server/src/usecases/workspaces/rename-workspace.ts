import type { Workspace } from "@postil/domain/accounts/users";
import { keptName } from "@postil/domain/accounts/workspace-overview";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadWorkspace } from "./load-workspace.ts";
import { refuseTakenName } from "./refuse-taken-name.ts";

export type RenameWorkspace = { readonly workspaceId: string; readonly name: string };

/** Gives a workspace another name, unless a task dataset is known by the one it has. Feedback datasets go by ids of their own. */
export async function renameWorkspace(context: Context, { workspaceId, name }: RenameWorkspace): Promise<Workspace> {
  requireOwner(requireCaller(context));
  const workspace = await loadWorkspace(context, workspaceId);
  if (workspace.name === name) return workspace;
  const { db, now } = context;
  const inside = await db.selectFrom("task_dataset").select("name").where("workspace_id", "=", workspaceId).execute();
  if (inside.length > 0) {
    const names = inside.map((dataset) => dataset.name);
    throw new Refusal("conflict", keptName(workspace.name, names));
  }
  await refuseTakenName(context, name);
  const updatedAt = now();
  await db.updateTable("workspace").set({ name, updated_at: updatedAt }).where("id", "=", workspaceId).execute();
  await noteAudit(context, { kind: "workspace_renamed", told: { from: workspace.name, to: name } });
  return { ...workspace, name, updatedAt };
}
