import type { Workspace } from "@postil/domain/accounts/users";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { insertWorkspace } from "./insert-workspace.ts";
import { refuseTakenName } from "./refuse-taken-name.ts";

/** Creates a workspace; the creator does not become a member (contract api-v1 row 55, ROL-12). */
export async function createWorkspace(context: Context, { name }: { readonly name: string }): Promise<Workspace> {
  requireOwner(requireCaller(context));
  await refuseTakenName(context, name);
  const workspace = await insertWorkspace(context, name);
  await noteAudit(context, { kind: "workspace_created", told: { workspace: name } });
  return workspace;
}
