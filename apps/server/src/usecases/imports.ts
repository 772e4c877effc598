import { isPrivileged } from "@postil/domain/accounts/policies";
import { Refusal } from "@postil/domain/refusal";
import { noteAudit } from "../storage/audit.ts";
import { rowsOf, updateRows } from "../storage/statements.ts";
import type { Context, HasDb } from "../storage/store.ts";
import { deleteDataset, namesOfDataset, refuseTakenName as refuseTakenDataset } from "./feedback/datasets.ts";
import { loadDatasetForManager } from "./feedback/load.ts";
import { requireManager, requireOwner, requireThat } from "./refuse.ts";
import {
  deleteTaskDataset,
  loadTaskDatasetForManager,
  refuseTakenName as refuseTakenTaskDataset,
} from "./tasks/datasets.ts";

type Filled = { readonly key: number; readonly workspaceId: string } & (
  | { readonly table: "dataset"; readonly id: string }
  | { readonly table: "task_dataset"; readonly workspace: string; readonly name: string }
);

/** The dataset that one import is filling, or all datasets that are being filled. */
async function listFilled({ db }: HasDb, importId?: string): Promise<Filled[]> {
  const feedback = await db
    .selectFrom("dataset")
    .select(["key", "id", "workspace_id as workspaceId"])
    .where("import_id", "is not", null)
    .$if(importId !== undefined, (query) => query.where("import_id", "=", importId ?? ""))
    .execute();
  const tasks = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(["key", "task_dataset.name", "workspace.name as workspace", "workspace_id as workspaceId"])
    .where("import_id", "is not", null)
    .$if(importId !== undefined, (query) => query.where("import_id", "=", importId ?? ""))
    .execute();
  return [
    ...feedback.map((row) => ({ table: "dataset" as const, ...row })),
    ...tasks.map((row) => ({ table: "task_dataset" as const, ...row })),
  ];
}

const findFilled = async (context: Context, importId: string): Promise<Filled | null> =>
  (await listFilled(context, importId))[0] ?? null;

type NewDataset = {
  readonly name: string;
  readonly workspaceId: string;
  readonly family: "feedback" | "task";
};

/** Refuses what creating the dataset would refuse, before anything is created. Returns the name of the workspace. */
async function checkNewDataset(context: Context, { name, workspaceId, family }: NewDataset): Promise<string> {
  requireManager(context, workspaceId);
  const workspace = await rowsOf(context.db, "workspace", { id: workspaceId }).selectAll().executeTakeFirst();
  if (!workspace) throw new Refusal("unprocessable", `Workspace with id \`${workspaceId}\` not found`);
  try {
    if (family === "feedback") await refuseTakenDataset(context, workspaceId, name);
    else await refuseTakenTaskDataset(context, workspace, name, "ServiceDataset");
  } catch (error) {
    // A person reads it, and knows no id.
    throw error instanceof Refusal && error.code === "conflict"
      ? new Refusal(
          "conflict",
          `The workspace “${workspace.name}” has a dataset “${name}” already. Choose another name.`,
        )
      : error;
  }
  return workspace.name;
}

type BeginImport = { readonly importId: string; readonly datasetId: string };

/** Begins to fill a dataset (API-49). A dataset with records is refused: people may have answered them. */
async function beginImport(context: Context, { importId, datasetId }: BeginImport): Promise<void> {
  requireThat(context, isPrivileged);
  if (await findFilled(context, importId)) throw new Refusal("conflict", `There is an import \`${importId}\` already.`);
  const { row, table } = await load(context, datasetId);
  if (row.next_seq > 0 || row.import_id !== null)
    throw new Refusal("unprocessable", "Only a dataset that never had a record can be filled by an import.");
  await updateRows(context.db, table, { key: row.key }, { import_id: importId });
}

async function load(context: Context, id: string) {
  const dot = id.indexOf(".");
  if (dot === -1) return { row: await loadDatasetForManager(context, id), table: "dataset" } as const;
  const at = { workspace: id.slice(0, dot), name: id.slice(dot + 1) };
  return { row: await loadTaskDatasetForManager(context, at), table: "task_dataset" } as const;
}

/** Ends an import: the dataset is complete, and everybody with the right to it can see it and work in it. */
async function endImport(context: Context, { importId }: { readonly importId: string }): Promise<void> {
  requireThat(context, isPrivileged);
  const filled = await findFilled(context, importId);
  if (!filled) throw new Refusal("not_found", `Import with id \`${importId}\` not found`);
  requireManager(context, filled.workspaceId);
  await updateRows(context.db, filled.table, { key: filled.key }, { import_id: null });
  const told =
    filled.table === "dataset"
      ? await namesOfDataset(context, filled.key)
      : { dataset: filled.name, workspace: filled.workspace };
  await noteAudit(context, { kind: "dataset_imported", told });
}

/** Deletes what an import has filled so far. Does nothing if the import has ended or never began. */
async function takeBackImport(context: Context, { importId }: { readonly importId: string }): Promise<void> {
  requireThat(context, isPrivileged);
  const filled = await findFilled(context, importId);
  if (filled) await takeBack(context, filled);
}

/** At the start of a server no import is running, because the home was not open. */
async function takeBackImports(context: Context): Promise<void> {
  requireOwner(context);
  for (const filled of await listFilled(context)) await takeBack(context, filled);
}

async function takeBack(context: Context, filled: Filled): Promise<void> {
  if (filled.table === "dataset") await deleteDataset(context, { datasetId: filled.id, keepDays: 0 });
  else await deleteTaskDataset(context, { ...filled, keepDays: 0 });
}

export const importCalls = {
  reads: { checkNewDataset },
  writes: { beginImport, endImport, takeBackImport, takeBackImports },
} as const;
