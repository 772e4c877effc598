import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { addJob } from "../../jobs/add-job.ts";
import { noteAudit } from "../../storage/audit.ts";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { metadataTarget } from "../../storage/filter-targets.ts";
import type { Context } from "../../storage/store.ts";
import { loadDataset } from "../datasets/load-dataset.ts";
import { namesOfDataset } from "../datasets/names-of-dataset.ts";
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
  const told = { ...(await namesOfDataset(context, dataset.key)), what: "metadata_property", name: row.name } as const;
  await noteAudit(context, { kind: "setting_deleted", told });
  await addJob(context, {
    name: "purge",
    dataset,
    about: { vectorSettingsKey: null, target: metadataTarget(row.key) },
    total: dataset.next_seq,
  });
  return metadataPropertyFromRow(row);
}
