import type { SavedView } from "@postil/domain/search/saved-views";
import { savedViewFromRow } from "../../storage/saved-view-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";

/** The caller's views of a dataset in the order they were saved. */
export async function listOwnViews(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<SavedView[]> {
  const { key: userKey } = requireCaller(context);
  const { key: datasetKey } = await loadDatasetForMember(context, datasetId);
  const rows = await context.db
    .selectFrom("saved_view")
    .selectAll()
    .where("dataset_key", "=", datasetKey)
    .where("user_key", "=", userKey)
    .orderBy("inserted_at")
    .execute();
  return rows.map((row) => savedViewFromRow(row, datasetId));
}
