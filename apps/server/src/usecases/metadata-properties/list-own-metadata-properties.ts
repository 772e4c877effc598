import { maySeeProperty } from "@postil/domain/accounts/policies";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForMember } from "../datasets/load-dataset.ts";
import { requireCaller } from "../require-caller.ts";

/** The properties of a dataset that the caller may see, in the order they were made (contract api-v1 row 17, ROL-04). */
export async function listOwnMetadataProperties(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<MetadataProperty[]> {
  const caller = requireCaller(context);
  await loadDatasetForMember(context, datasetId);
  const rows = await context.db
    .selectFrom("metadata_property")
    .selectAll()
    .where("dataset_id", "=", datasetId)
    .orderBy("inserted_at")
    .execute();
  return rows.map(metadataPropertyFromRow).filter((property) => maySeeProperty(caller, property));
}
