import type { Context } from "../../storage/store.ts";
import { insertWorkspace } from "./insert-workspace.ts";

/** Makes those of the named workspaces that are not there. Not open to requests. */
export async function addMissingWorkspaces(
  context: Context,
  { names }: { readonly names: readonly string[] },
): Promise<void> {
  for (const name of new Set(names)) {
    const known = await context.db.selectFrom("workspace").select("id").where("name", "=", name).executeTakeFirst();
    if (!known) await insertWorkspace(context, name);
  }
}
