import { Refusal } from "@postil/domain/refusal";
import type { Selectable } from "kysely";
import type { Context } from "../../storage/store.ts";
import type { VectorSettingsTable } from "../../storage/tables.ts";
import { type DatasetRow, loadDatasetForManager } from "../datasets/load-dataset.ts";

/** Vector settings the caller may change, with their dataset: 404 before 403. */
export async function loadVectorSettingsForManager(
  context: Context,
  settingsId: string,
): Promise<{ readonly settings: Selectable<VectorSettingsTable>; readonly dataset: DatasetRow }> {
  const settings = await context.db
    .selectFrom("vector_settings")
    .selectAll()
    .where("id", "=", settingsId)
    .executeTakeFirst();
  // The reference leaves out the word "id" here.
  if (!settings) throw new Refusal("not_found", `Vector settings with \`${settingsId}\` not found`);
  return { settings, dataset: await loadDatasetForManager(context, settings.dataset_id) };
}
