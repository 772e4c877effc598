import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { type UserWithWorkspaces, withOwnWorkspaces } from "../users/with-workspaces.ts";
import type { Membership } from "./insert-membership.ts";
import { loadWorkspace } from "./load-workspace.ts";

/** Takes a user out of a workspace; 404 before 403 (contract api-v1 row 59, ROL-12). */
export async function removeWorkspaceUser(
  context: Context,
  { workspaceId, userId }: Membership,
): Promise<UserWithWorkspaces> {
  const caller = requireCaller(context);
  const { db } = context;
  const row = await db
    .selectFrom("user")
    .innerJoin("membership", "membership.user_id", "user.id")
    .selectAll("user")
    .where("membership.workspace_id", "=", workspaceId)
    .where("membership.user_id", "=", userId)
    .executeTakeFirst();
  if (!row) {
    throw new Refusal("not_found", `User with id \`${userId}\` not found in workspace with id \`${workspaceId}\``, {
      type: "User",
      name: userId,
    });
  }
  requireManager(caller, workspaceId);
  const workspace = await loadWorkspace(context, workspaceId);
  await db.deleteFrom("membership").where("workspace_id", "=", workspaceId).where("user_id", "=", userId).execute();
  const user = userFromRow(row);
  await noteAudit(context, { kind: "membership_removed", person: user, told: { workspace: workspace.name } });
  return withOwnWorkspaces(context, user);
}
