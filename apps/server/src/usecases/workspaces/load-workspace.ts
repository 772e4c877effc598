import type { Workspace } from "@postil/domain/entities";
import { Refusal } from "@postil/domain/refusal";
import { workspaceFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";

export const noWorkspaceNamed = (name: string): Refusal =>
  new Refusal("not_found", `Workspace with name \`${name}\` not found`, { type: "Workspace", name });

/** A workspace by its name, or 404. */
export async function loadNamedWorkspace({ db }: Context, name: string): Promise<Workspace> {
  const row = await db.selectFrom("workspace").selectAll().where("name", "=", name).executeTakeFirst();
  if (!row) throw noWorkspaceNamed(name);
  return workspaceFromRow(row);
}

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
