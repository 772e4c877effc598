import type { Workspace } from "@postil/domain/accounts/users";
import type { Context } from "../../storage/store.ts";
import { requireMember } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadWorkspace } from "./load-workspace.ts";

/** One workspace, for those who belong to it; others are refused before the id is looked at (contract api-v1 row 54). */
export async function getWorkspace(
  context: Context,
  { workspaceId }: { readonly workspaceId: string },
): Promise<Workspace> {
  requireMember(requireCaller(context), workspaceId);
  return loadWorkspace(context, workspaceId);
}
