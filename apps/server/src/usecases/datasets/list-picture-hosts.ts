import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "./load-dataset.ts";

/** The hosts whose pictures load in the dataset's markdown without being asked for. */
export async function listPictureHosts(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<readonly string[]> {
  return JSON.parse((await loadDatasetForMember(context, datasetId)).picture_hosts);
}
