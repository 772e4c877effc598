import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { vectorSettingsFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";

/** The vector settings of a dataset in the order they were made (contract api-v1 row 22, FEN-15). */
export async function listVectorSettings(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<VectorSettings[]> {
  await loadDatasetForMember(context, datasetId);
  const rows = await context.db
    .selectFrom("vector_settings")
    .selectAll()
    .where("dataset_id", "=", datasetId)
    .orderBy("inserted_at")
    .execute();
  return rows.map(vectorSettingsFromRow);
}
