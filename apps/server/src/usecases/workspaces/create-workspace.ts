import type { Workspace } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";
import { requireOwner } from "../refuse.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { insertWorkspace } from "./insert-workspace.ts";

/** Creates a workspace; the creator does not become a member (contract api-v1 row 55, ROL-12). */
export async function createWorkspace(context: Context, { name }: { readonly name: string }): Promise<Workspace> {
  requireOwner(requireCaller(context));
  await refuseTaken(
    context.db.selectFrom("workspace").select("id").where("name", "=", name),
    () => new Refusal("conflict", `Workspace name \`${name}\` is not unique`, { type: "Workspace", name }),
  );
  return insertWorkspace(context, name);
}
