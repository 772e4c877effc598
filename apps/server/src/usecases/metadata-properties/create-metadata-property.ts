import {
  type MetadataProperty,
  type MetadataSettings,
  PROPERTIES_BOUND,
} from "@postil/domain/datasets/metadata-property";
import { Refusal } from "@postil/domain/refusal";
import { newId } from "../../new-id.ts";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import { filterTargets } from "../../storage/filter-targets.ts";
import { addProperty } from "../../storage/search-derived.ts";
import { sizeOfProperties } from "../../storage/sqlite/whole-sizes.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";
import { refuseBeyond } from "../refuse-beyond.ts";
import { refuseTaken } from "../refuse-taken.ts";

export type CreateMetadataProperty = {
  readonly datasetId: string;
  readonly name: string;
  readonly title: string;
  readonly settings: MetadataSettings;
  readonly visibleForAnnotators: boolean;
};

/** Adds a metadata property, to drafts and published datasets (contract api-v1 row 18). */
export async function createMetadataProperty(
  context: Context,
  input: CreateMetadataProperty,
): Promise<MetadataProperty> {
  const { datasetId, name, title, settings, visibleForAnnotators } = input;
  const dataset = await loadDatasetForManager(context, datasetId);
  const { db, now } = context;
  await refuseTaken(
    db.selectFrom("metadata_property").select("key").where("dataset_id", "=", datasetId).where("name", "=", name),
    () =>
      new Refusal(
        "conflict",
        `Metadata property with name \`${name}\` already exists for dataset with id \`${datasetId}\``,
      ),
  );
  const json = JSON.stringify(settings);
  const [there = { count: 0, bytes: 0 }] = await sizeOfProperties(db, datasetId);
  refuseBeyond(PROPERTIES_BOUND, there, [name, title, json]);
  const at = now();
  const row = {
    id: newId(),
    dataset_id: datasetId,
    name,
    title,
    settings: json,
    visible_for_annotators: visibleForAnnotators ? 1 : 0,
    inserted_at: at,
    updated_at: at,
  } as const;
  const made = await db.insertInto("metadata_property").values(row).returningAll().executeTakeFirstOrThrow();
  const [property] = filterTargets([{ key: made.key, name, settings }], []).properties;
  if (property) await addProperty(db, dataset, property);
  return metadataPropertyFromRow(made);
}
