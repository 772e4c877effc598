import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { addJob } from "../../jobs/add-job.ts";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { metadataTarget } from "../../storage/filter-targets.ts";
import type { Context } from "../../storage/store.ts";
import { loadDataset } from "../datasets/load-dataset.ts";
import { noteSettingDeleted } from "../datasets/note-setting-deleted.ts";
import { loadMetadataPropertyForManager } from "./load-metadata-property.ts";

/** Deletes a property; the values in the records stay (contract api-v1 row 20, 10.3), what filters looked at is purged. */
export async function deleteMetadataProperty(
  context: Context,
  { propertyId }: { readonly propertyId: string },
): Promise<MetadataProperty> {
  const row = await loadMetadataPropertyForManager(context, propertyId);
  const { db } = context;
  const dataset = await loadDataset(context, row.dataset_id);
  await db.deleteFrom("metadata_property").where("key", "=", row.key).execute();
  await noteSettingDeleted(context, dataset.key, "metadata_property", row.name);
  await addJob(context, {
    name: "purge",
    dataset,
    about: { vectorSettingsKey: null, target: metadataTarget(row.key) },
    total: dataset.next_seq,
  });
  return metadataPropertyFromRow(row);
}
