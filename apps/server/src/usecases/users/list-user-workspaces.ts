import type { Workspace } from "@postil/domain/accounts/users";
import { workspaceFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { loadUser } from "./load-user.ts";

/** The workspaces of any user, oldest first; all of them when that user is an owner (contract api-v1 row 52). */
export async function listUserWorkspaces(
  context: Context,
  { userId }: { readonly userId: string },
): Promise<Workspace[]> {
  requireOwner(requireCaller(context));
  const user = await loadUser(context, userId);
  const rows = await context.db
    .selectFrom("workspace")
    .selectAll()
    .$if(user.role !== "owner", (query) =>
      query.where("id", "in", (from) =>
        from.selectFrom("membership").select("workspace_id").where("user_id", "=", userId),
      ),
    )
    .orderBy("inserted_at")
    .execute();
  return rows.map(workspaceFromRow);
}
