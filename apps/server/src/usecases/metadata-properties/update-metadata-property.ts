import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { metadataPropertyFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadMetadataPropertyForManager } from "./load-metadata-property.ts";

/** What is undefined stays. */
export type UpdateMetadataProperty = {
  readonly propertyId: string;
  readonly title: string | undefined;
  readonly visibleForAnnotators: boolean | undefined;
};

/** Changes the title of a property or who sees it (contract api-v1 row 19, FSE-26). */
export async function updateMetadataProperty(
  context: Context,
  input: UpdateMetadataProperty,
): Promise<MetadataProperty> {
  const before = metadataPropertyFromRow(await loadMetadataPropertyForManager(context, input.propertyId));
  const { title = before.title, visibleForAnnotators = before.visibleForAnnotators } = input;
  if (title === before.title && visibleForAnnotators === before.visibleForAnnotators) return before;
  const updatedAt = context.now();
  await context.db
    .updateTable("metadata_property")
    .set({ title, visible_for_annotators: visibleForAnnotators ? 1 : 0, updated_at: updatedAt })
    .where("id", "=", before.id)
    .execute();
  return { ...before, title, visibleForAnnotators, updatedAt };
}
