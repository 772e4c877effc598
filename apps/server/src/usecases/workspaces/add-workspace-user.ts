import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../../storage/audit.ts";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { loadUser } from "../users/load-user.ts";
import { type UserWithWorkspaces, withOwnWorkspaces } from "../users/with-workspaces.ts";
import { insertMembership, type Membership } from "./insert-membership.ts";
import { loadWorkspace } from "./load-workspace.ts";

/** `userNamedBy`: where the request named the user, which decides what an unknown one means. */
export type AddWorkspaceUser = Membership & { readonly userNamedBy: "path" | "body" };

/** Adds a user to a workspace (contract api-v1 row 58, api-v0 row 9, ROL-12). */
export async function addWorkspaceUser(context: Context, input: AddWorkspaceUser): Promise<UserWithWorkspaces> {
  requireOwner(requireCaller(context));
  const { workspaceId, userId, userNamedBy } = input;
  const workspace = await loadWorkspace(context, workspaceId);
  const user = await loadUser(context, userId, userNamedBy === "path" ? "not_found" : "unprocessable");
  await refuseTaken(
    context.db
      .selectFrom("membership")
      .select("user_id")
      .where("workspace_id", "=", workspaceId)
      .where("user_id", "=", userId),
    () =>
      new Refusal(
        "conflict",
        `Workspace user with workspace_id \`${workspaceId}\` and user_id \`${userId}\` is not unique`,
        { type: "User", name: userId },
      ),
  );
  await insertMembership(context, { workspaceId, userId });
  await noteAudit(context, { kind: "membership_added", person: user, told: { workspace: workspace.name } });
  return withOwnWorkspaces(context, user);
}
