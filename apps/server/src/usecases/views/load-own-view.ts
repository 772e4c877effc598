import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import type { Context } from "../../storage/store.ts";
import type { SavedViewTable } from "../../storage/tables.ts";
import { requireMember } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";

export type LoadedView = Selectable<SavedViewTable> & { readonly dataset_id: string };

/** A view of the caller's. Views are private: somebody else's is as unknown as one that is not there. 404 before 403. */
export async function loadOwnView(context: Context, viewId: string): Promise<LoadedView> {
  const caller = requireCaller(context);
  const row = await context.db
    .selectFrom("saved_view")
    .innerJoin("dataset", "dataset.key", "saved_view.dataset_key")
    .selectAll("saved_view")
    .select(["dataset.id as dataset_id", "dataset.workspace_id"])
    .where("saved_view.id", "=", viewId)
    .where("saved_view.user_key", "=", caller.key)
    .executeTakeFirst();
  if (!row) throw new Refusal("not_found", `View with id \`${viewId}\` not found`);
  const { workspace_id: workspaceId, ...view } = row;
  requireMember(caller, workspaceId);
  return view;
}
