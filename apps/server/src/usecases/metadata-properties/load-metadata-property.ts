import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import type { Context } from "../../storage/store.ts";
import type { MetadataPropertyTable } from "../../storage/tables.ts";
import { loadDatasetForManager } from "../datasets/load-dataset.ts";

export type MetadataPropertyRow = Selectable<MetadataPropertyTable>;

export const noMetadataProperty = (propertyId: string): Refusal =>
  new Refusal("not_found", `Metadata property with id \`${propertyId}\` not found`);

/** The row of a property, or 404; asks for no permission. */
export async function loadMetadataProperty({ db }: Context, propertyId: string): Promise<MetadataPropertyRow> {
  const row = await db.selectFrom("metadata_property").selectAll().where("id", "=", propertyId).executeTakeFirst();
  if (!row) throw noMetadataProperty(propertyId);
  return row;
}

/** A property the caller may change: 404 before 403. */
export async function loadMetadataPropertyForManager(
  context: Context,
  propertyId: string,
): Promise<MetadataPropertyRow> {
  const row = await loadMetadataProperty(context, propertyId);
  await loadDatasetForManager(context, row.dataset_id);
  return row;
}
