import type { SavedView } from "@postil/domain/search/saved-views";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { addView, type NewView } from "./own-views.ts";

export type CreateView = NewView & { readonly datasetId: string };

/** Keeps a view of a feedback dataset for the caller. */
export async function createView(context: Context, { datasetId, ...view }: CreateView): Promise<SavedView> {
  const { key } = await loadDatasetForMember(context, datasetId);
  return addView(context, { key, id: datasetId, family: "feedback" }, view);
}
