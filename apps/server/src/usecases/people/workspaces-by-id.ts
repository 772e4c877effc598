import type { Workspace } from "@postil/domain/accounts/users";
import { Refusal } from "@postil/domain/refusal";
import type { Context } from "../../storage/store.ts";

/** Workspaces that a body names, each once; one that is not there is refused. */
export async function workspacesById(
  { db }: Context,
  ids: readonly string[],
): Promise<readonly Pick<Workspace, "id" | "name">[]> {
  if (ids.length === 0) return [];
  // Few compared with what a list may hold, and their table is small.
  const rows = await db.selectFrom("workspace").select(["id", "name"]).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => {
    const workspace = known.get(id);
    if (workspace) return workspace;
    throw new Refusal("unprocessable", `Workspace with id \`${id}\` not found`, { type: "Workspace", name: id });
  });
}
