import type { Field } from "@postil/domain/datasets/field";
import { fieldFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";

/** The fields of a dataset in the order they were made (contract api-v1 row 9, FEN-13). */
export async function listFields(context: Context, { datasetId }: { readonly datasetId: string }): Promise<Field[]> {
  await loadDatasetForMember(context, datasetId);
  const rows = await context.db
    .selectFrom("field")
    .selectAll()
    .where("dataset_id", "=", datasetId)
    .orderBy("inserted_at")
    .execute();
  return rows.map(fieldFromRow);
}
