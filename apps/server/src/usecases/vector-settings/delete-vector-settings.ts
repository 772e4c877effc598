import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { addJob } from "../../jobs/add-job.ts";
import { vectorSettingsFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { noteSettingDeleted } from "../datasets/note-setting-deleted.ts";
import { loadVectorSettingsForManager } from "./load-vector-settings.ts";

/**
 * Deletes vector settings (contract api-v1 row 25). Their vectors cannot be reached any more; a job removes their rows.
 */
export async function deleteVectorSettings(
  context: Context,
  { settingsId }: { readonly settingsId: string },
): Promise<VectorSettings> {
  const { settings, dataset } = await loadVectorSettingsForManager(context, settingsId);
  const { db } = context;
  await db.deleteFrom("vector_settings").where("key", "=", settings.key).execute();
  await noteSettingDeleted(context, dataset.key, "vector_settings", settings.name);
  const about = { vectorSettingsKey: settings.key, target: null };
  await addJob(context, { name: "purge", dataset, about, total: dataset.next_seq });
  return vectorSettingsFromRow(settings);
}
