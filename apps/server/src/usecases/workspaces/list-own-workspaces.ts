import type { Workspace } from "@postil/domain/entities";
import { isOwner } from "@postil/domain/policies";
import { workspaceFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";

/** The caller's workspaces, oldest first; an owner's are all (contract api-v1 row 53, DSL-07). */
export async function listOwnWorkspaces(context: Context): Promise<Workspace[]> {
  const caller = requireCaller(context);
  const rows = await context.db
    .selectFrom("workspace")
    .selectAll()
    .$if(!isOwner(caller), (query) => query.where("id", "in", caller.workspaceIds))
    .orderBy("inserted_at")
    .execute();
  return rows.map(workspaceFromRow);
}
