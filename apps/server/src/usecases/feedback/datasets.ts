import type { InDataset } from "@postil/domain/accounts/audit";
import { isOwner } from "@postil/domain/accounts/policies";
import type { Dataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { addJob } from "../../jobs/add-job.ts";
import { newId } from "../../new-id.ts";
import { noteAudit } from "../../storage/audit.ts";
import { compiled } from "../../storage/compiled.ts";
import { takeDatasetKey } from "../../storage/dataset-keys.ts";
import { datasetFromRow } from "../../storage/dataset-rows.ts";
import { createTextIndex } from "../../storage/sqlite/text-index.ts";
import type { Context } from "../../storage/store.ts";
import { requireManager, requireMember } from "../refuse.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { isSeen } from "../refuse-unfinished.ts";
import { requireCaller } from "../require-caller.ts";
import { type DatasetRow, loadDataset, loadDatasetForManager, loadDatasetForMember } from "./load-dataset.ts";

/** A dataset name is unique in its workspace (contract api-v1 10.2). */
async function refuseTakenName({ db }: Context, workspaceId: string, name: string): Promise<void> {
  await refuseTaken(
    db.selectFrom("dataset").select("key").where("workspace_id", "=", workspaceId).where("name", "=", name),
    () =>
      new Refusal("conflict", `Dataset with name \`${name}\` already exists for workspace with id \`${workspaceId}\``),
  );
}

const namesByKey = compiled((db, key: number) =>
  db
    .selectFrom("dataset")
    .innerJoin("workspace", "workspace.id", "dataset.workspace_id")
    .select(["dataset.name as dataset", "workspace.name as workspace"])
    .where("dataset.key", "=", key),
);

/** For the audit trail, which stores names because the dataset may be deleted later. */
export async function namesOfDataset({ db }: Pick<Context, "db">, key: number): Promise<InDataset> {
  const [names] = await namesByKey(db, key);
  if (!names) throw new Error(`There is no dataset ${key}.`);
  return names;
}

/**
 * The datasets of one workspace or of all the caller's workspaces, drafts too, oldest first. An owner sees all (contract
 * api-v1 row 1, DSL-05).
 */
async function listOwnDatasets(
  context: Context,
  { workspaceId }: { readonly workspaceId: string | null },
): Promise<Dataset[]> {
  const caller = requireCaller(context);
  if (workspaceId !== null) requireMember(caller, workspaceId);
  const rows = await context.db
    .selectFrom("dataset")
    .selectAll()
    .$if(workspaceId !== null, (query) => query.where("workspace_id", "=", workspaceId))
    .$if(workspaceId === null && !isOwner(caller), (query) => query.where("workspace_id", "in", caller.workspaceIds))
    .orderBy("inserted_at")
    .execute();
  return rows.filter((row) => isSeen(context, row)).map(datasetFromRow);
}

/** One dataset (contract api-v1 row 3, FEN-04). */
async function getDataset(context: Context, { datasetId }: { readonly datasetId: string }): Promise<Dataset> {
  return datasetFromRow(await loadDatasetForMember(context, datasetId));
}

type CreateDataset = {
  readonly name: string;
  readonly guidelines: string | null;
  readonly allowExtraMetadata: boolean;
  readonly workspaceId: string;
};

/** Creates a dataset as a draft; 403 before the lookup of the workspace (contract api-v1 row 2). */
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

/** Undefined members stay unchanged; `guidelines: null` removes the guidelines. */
type UpdateDataset = {
  readonly datasetId: string;
  readonly name: string | undefined;
  readonly guidelines: string | null | undefined;
  readonly allowExtraMetadata: boolean | undefined;
};

/** Changes a dataset (contract api-v1 row 4, FSE-22). A change without effect does not change the times (10.4). */
async function updateDataset(context: Context, input: UpdateDataset): Promise<Dataset> {
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

/**
 * Deletes a dataset with everything in it, whatever its status (contract api-v1 row 6, FSE-27). It cannot be reached any
 * more, and its name is free. A job removes the rows of its records, perhaps millions.
 */
export async function deleteDataset(context: Context, { datasetId }: { readonly datasetId: string }): Promise<Dataset> {
  const row = await loadDataset(context, datasetId);
  // Allowed during an import too: a manager may stop the import this way.
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

export const datasetCalls = {
  reads: { listOwnDatasets, getDataset },
  writes: { createDataset, updateDataset, publishDataset, deleteDataset },
} as const;
