import type { Workspace } from "@postil/domain/entities";
import { Refusal } from "@postil/domain/refusal";
import { workspaceFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";

/** A workspace by its id, or 404. */
export async function loadWorkspace({ db }: Context, workspaceId: string): Promise<Workspace> {
  const row = await db.selectFrom("workspace").selectAll().where("id", "=", workspaceId).executeTakeFirst();
  if (!row) {
    throw new Refusal("not_found", `Workspace with id \`${workspaceId}\` not found`, {
      type: "Workspace",
      name: workspaceId,
    });
  }
  return workspaceFromRow(row);
}
