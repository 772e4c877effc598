import type { SavedView } from "@postil/domain/search/saved-views";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { readOwnViews } from "./own-views.ts";

/** The caller's views of a feedback dataset. */
export async function listOwnViews(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<SavedView[]> {
  const { key } = await loadDatasetForMember(context, datasetId);
  return readOwnViews(context, { key, id: datasetId });
}
