import type { SavedView } from "@postil/domain/search/saved-views";
import { savedViewFromRow } from "../../storage/saved-view-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadOwnView } from "./load-own-view.ts";
import { keptQuery, refuseTakenViewName } from "./refuse-view.ts";

export type UpdateView = {
  readonly viewId: string;
  readonly name?: string | undefined;
  readonly query?: string | undefined;
};

/** Renames a view of the caller's, or lets it show other records. */
export async function updateView(context: Context, { viewId, name, query }: UpdateView): Promise<SavedView> {
  const { row, dataset } = await loadOwnView(context, viewId);
  const changed = {
    name: name ?? row.name,
    query: query === undefined ? row.query : keptQuery(dataset, query),
    updated_at: context.now(),
  };
  await refuseTakenViewName(context, { dataset, userKey: row.user_key, name: changed.name, except: viewId });
  await context.db.updateTable("saved_view").set(changed).where("id", "=", viewId).execute();
  return savedViewFromRow({ ...row, ...changed }, dataset.id);
}
