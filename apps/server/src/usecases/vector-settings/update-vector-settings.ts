import type { VectorSettings } from "@postil/domain/datasets/vector-settings";
import { vectorSettingsFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadVectorSettingsForManager } from "./load-vector-settings.ts";

/** What is undefined stays. */
export type UpdateVectorSettings = { readonly settingsId: string; readonly title: string | undefined };

/** Changes the title of vector settings (contract api-v1 row 24, FSE-25). */
export async function updateVectorSettings(context: Context, input: UpdateVectorSettings): Promise<VectorSettings> {
  const { settings } = await loadVectorSettingsForManager(context, input.settingsId);
  const before = vectorSettingsFromRow(settings);
  const { title = before.title } = input;
  if (title === before.title) return before;
  const updatedAt = context.now();
  await context.db
    .updateTable("vector_settings")
    .set({ title, updated_at: updatedAt })
    .where("key", "=", settings.key)
    .execute();
  return { ...before, title, updatedAt };
}
