import type { Dataset } from "@postil/domain/datasets/dataset";
import { datasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { loadDatasetForManager } from "./load-dataset.ts";
import { refuseTakenName } from "./refuse-taken-name.ts";

/** What is undefined stays; `guidelines: null` takes them away. */
export type UpdateDataset = {
  readonly datasetId: string;
  readonly name: string | undefined;
  readonly guidelines: string | null | undefined;
  readonly allowExtraMetadata: boolean | undefined;
};

/** Changes a dataset (contract api-v1 row 4, FSE-22). A change to what it is already moves no time (10.4). */
export async function updateDataset(context: Context, input: UpdateDataset): Promise<Dataset> {
  const row = await loadDatasetForManager(context, input.datasetId);
  const before = datasetFromRow(row);
  const { name = before.name, guidelines = before.guidelines, allowExtraMetadata = before.allowExtraMetadata } = input;
  if (name !== before.name) await refuseTakenName(context, before.workspaceId, name);
  const same =
    name === before.name && guidelines === before.guidelines && allowExtraMetadata === before.allowExtraMetadata;
  if (same) return before;
  const at = context.now();
  await context.db
    .updateTable("dataset")
    .set({
      name,
      guidelines,
      allow_extra_metadata: allowExtraMetadata ? 1 : 0,
      last_activity_at: at,
      updated_at: at,
    })
    .where("key", "=", row.key)
    .execute();
  return { ...before, name, guidelines, allowExtraMetadata, lastActivityAt: at, updatedAt: at };
}
