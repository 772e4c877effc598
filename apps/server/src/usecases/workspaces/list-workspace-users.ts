import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { type UserWithWorkspaces, withWorkspaces } from "../users/with-workspaces.ts";
import { loadWorkspace } from "./load-workspace.ts";

/** The users of a workspace in the order they joined; 403 before 404 (contract api-v1 row 57). */
export async function listWorkspaceUsers(
  context: Context,
  { workspaceId }: { readonly workspaceId: string },
): Promise<UserWithWorkspaces[]> {
  requireManager(requireCaller(context), workspaceId);
  await loadWorkspace(context, workspaceId);
  const rows = await context.db
    .selectFrom("user")
    .innerJoin("membership", "membership.user_id", "user.id")
    .selectAll("user")
    .where("membership.workspace_id", "=", workspaceId)
    .orderBy("membership.inserted_at")
    .execute();
  return withWorkspaces(context, rows.map(userFromRow));
}
