import type { Workspace } from "@postil/domain/accounts/users";
import { newId } from "../../new-id.ts";
import { workspaceFromRow } from "../../storage/rows.ts";
import type { Context } from "../../storage/store.ts";

/** Stores a workspace whose name is known to be free. */
export async function insertWorkspace({ db, now }: Context, name: string): Promise<Workspace> {
  const at = now();
  const row = { id: newId(), name, inserted_at: at, updated_at: at };
  await db.insertInto("workspace").values(row).execute();
  return workspaceFromRow(row);
}
