import { isMember } from "@postil/domain/accounts/policies";
import type { Workspace } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import { workspaceFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";

const noWorkspaceNamed = (name: string): Refusal =>
  new Refusal("not_found", `Workspace with name \`${name}\` not found`, { type: "Workspace", name });

/** A workspace of the caller's by its name, or 404: one that is not theirs is as unknown as one that is not there. */
export async function loadNamedWorkspace(context: Context, name: string): Promise<Workspace> {
  const caller = requireCaller(context);
  const workspace = await findNamedWorkspace(context, name);
  if (!isMember(caller, workspace.id)) throw noWorkspaceNamed(name);
  return workspace;
}

/** The workspace that something is to be made in, by its name, or 404; the right to it is asked for afterwards. */
export async function findNamedWorkspace({ db }: Context, name: string): Promise<Workspace> {
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
