import type { Dataset } from "@postil/domain/datasets/dataset";
import { addJob } from "../../jobs/add-job.ts";
import { noteAudit } from "../../storage/audit.ts";
import { datasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { type DatasetRow, loadDataset } from "./load-dataset.ts";
import { namesOfDataset } from "./names-of-dataset.ts";

/**
 * Deletes a dataset with everything in it, whatever its status (contract api-v1 row 6, FSE-27). Nothing of it can be
 * reached from here on and its name is free; the rows of its records, perhaps millions, are removed by a job.
 */
export async function deleteDataset(context: Context, { datasetId }: { readonly datasetId: string }): Promise<Dataset> {
  const row = await loadDataset(context, datasetId);
  // Also while it is imported: who manages it may end that.
  requireManager(requireCaller(context), row.workspace_id);
  const { db } = context;
  for (const part of ["field", "question", "metadata_property", "vector_settings"] as const) {
    await db.deleteFrom(part).where("dataset_id", "=", datasetId).execute();
  }
  await noteDeletion(context, row);
  await db.deleteFrom("dataset").where("key", "=", row.key).execute();
  const about = { vectorSettingsKey: null, target: null };
  await addJob(context, { name: "purge", dataset: row, about, total: row.next_seq });
  return datasetFromRow(row);
}

async function noteDeletion(context: Context, { key, record_count }: DatasetRow): Promise<void> {
  const counts = await context.db
    .selectFrom("user_counts")
    .select(["submitted", "discarded", "draft"])
    .where("dataset_key", "=", key)
    .execute();
  const answers = counts.reduce((sum, { submitted, discarded, draft }) => sum + submitted + discarded + draft, 0);
  await noteAudit(context, {
    kind: "dataset_deleted",
    told: { ...(await namesOfDataset(context, key)), records: record_count, answers },
  });
}
