import type { SavedView } from "@postil/domain/search/saved-views";
import { savedViewFromRow } from "../../storage/saved-view-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadOwnView } from "./load-own-view.ts";

/** Deletes a view of the caller's; returns it as it was. */
export async function deleteView(context: Context, { viewId }: { readonly viewId: string }): Promise<SavedView> {
  const { row, dataset } = await loadOwnView(context, viewId);
  await context.db.deleteFrom("saved_view").where("id", "=", viewId).execute();
  return savedViewFromRow(row, dataset.id);
}
