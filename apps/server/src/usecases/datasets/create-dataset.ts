import type { Dataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { newId } from "../../new-id.ts";
import { takeDatasetKey } from "../../storage/dataset-keys.ts";
import { datasetFromRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { refuseTakenName } from "./refuse-taken-name.ts";

export type CreateDataset = {
  readonly name: string;
  readonly guidelines: string | null;
  readonly allowExtraMetadata: boolean;
  readonly workspaceId: string;
};

/** Creates a dataset as a draft; 403 before the workspace is looked for (contract api-v1 row 2). */
export async function createDataset(context: Context, input: CreateDataset): Promise<Dataset> {
  const { name, guidelines, allowExtraMetadata, workspaceId } = input;
  requireManager(requireCaller(context), workspaceId);
  const { db, now } = context;
  const workspace = await db.selectFrom("workspace").select("id").where("id", "=", workspaceId).executeTakeFirst();
  if (!workspace) throw new Refusal("unprocessable", `Workspace with id \`${workspaceId}\` not found`);
  await refuseTakenName(context, workspaceId, name);
  const at = now();
  const row = await db
    .insertInto("dataset")
    .values({
      key: await takeDatasetKey(db),
      id: newId(),
      workspace_id: workspaceId,
      name,
      guidelines,
      allow_extra_metadata: allowExtraMetadata ? 1 : 0,
      status: "draft",
      next_seq: 0,
      last_activity_at: at,
      inserted_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return datasetFromRow(row);
}
