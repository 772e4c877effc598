import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { vectorSettingsFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadVectorSettingsForManager } from "./load-vector-settings.ts";

/**
 * Deletes vector settings (contract api-v1 row 25). Their vectors cannot be reached any more; their rows are removed by
 * `purgeDeleted`.
 */
export async function deleteVectorSettings(
  context: Context,
  { settingsId }: { readonly settingsId: string },
): Promise<VectorSettings> {
  const { settings, dataset } = await loadVectorSettingsForManager(context, settingsId);
  const { db } = context;
  await db.deleteFrom("vector_settings").where("key", "=", settings.key).execute();
  await db
    .insertInto("purge")
    .values({ dataset_key: dataset.key, vector_settings_key: settings.key, target: null })
    .execute();
  return vectorSettingsFromRow(settings);
}
