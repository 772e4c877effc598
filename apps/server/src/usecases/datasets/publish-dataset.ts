import type { Dataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { datasetFromRow } from "../../storage/dataset-rows.ts";
import { createTextIndex } from "../../storage/sqlite/text-index.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "./load-dataset.ts";

/** Publishes a draft that has a required field and a required question (contract api-v1 row 5, 10.1). */
export async function publishDataset(
  context: Context,
  { datasetId }: { readonly datasetId: string },
): Promise<Dataset> {
  const row = await loadDatasetForManager(context, datasetId);
  const refused = (detail: string) => new Refusal("unprocessable", detail);
  if (row.status === "ready") throw refused("Dataset is already published");
  for (const [table, what] of [
    ["field", "fields"],
    ["question", "questions"],
  ] as const) {
    const required = await context.db
      .selectFrom(table)
      .select("id")
      .where("dataset_id", "=", datasetId)
      .where("required", "=", 1)
      .limit(1)
      .executeTakeFirst();
    if (!required) throw refused(`Dataset cannot be published without required ${what}`);
  }
  const at = context.now();
  await context.db
    .updateTable("dataset")
    .set({ status: "ready", last_activity_at: at, updated_at: at })
    .where("key", "=", row.key)
    .execute();
  const fields = await context.db.selectFrom("field").select("id").where("dataset_id", "=", datasetId).execute();
  await createTextIndex(context.db, row.key, fields.length);
  return { ...datasetFromRow(row), status: "ready", lastActivityAt: at, updatedAt: at };
}
