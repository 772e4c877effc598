import type { Dataset } from "@postil/domain/datasets/dataset";
import { datasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "./load-dataset.ts";

/** One dataset (contract api-v1 row 3, FEN-04). */
export async function getDataset(context: Context, { datasetId }: { readonly datasetId: string }): Promise<Dataset> {
  return datasetFromRow(await loadDatasetForMember(context, datasetId));
}
