import { Refusal } from "@postil/domain/refusal";
import { userFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { type UserWithWorkspaces, withOwnWorkspaces } from "../users/with-workspaces.ts";
import type { Membership } from "./insert-membership.ts";

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
  await db.deleteFrom("membership").where("workspace_id", "=", workspaceId).where("user_id", "=", userId).execute();
  return withOwnWorkspaces(context, userFromRow(row));
}
