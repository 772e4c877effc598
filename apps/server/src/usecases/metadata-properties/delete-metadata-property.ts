import type { MetadataProperty } from "@postil/domain/entities";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadMetadataPropertyForManager } from "./load-metadata-property.ts";

/** Deletes a property; the values in the records stay (contract api-v1 row 20, 10.3). */
export async function deleteMetadataProperty(
  context: Context,
  { propertyId }: { readonly propertyId: string },
): Promise<MetadataProperty> {
  const row = await loadMetadataPropertyForManager(context, propertyId);
  await context.db.deleteFrom("metadata_property").where("id", "=", row.id).execute();
  return metadataPropertyFromRow(row);
}
