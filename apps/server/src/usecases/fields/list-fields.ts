import type { Field } from "@postil/domain/datasets/field";
import { loadFields } from "../../storage/dataset-fields.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";

/** The fields of a dataset in the order they were made (contract api-v1 row 9, FEN-13). */
export async function listFields(context: Context, { datasetId }: { readonly datasetId: string }): Promise<Field[]> {
  await loadDatasetForMember(context, datasetId);
  return loadFields(context.db, datasetId);
}
