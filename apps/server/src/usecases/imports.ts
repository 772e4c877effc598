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

/**
 * An import belongs to the server that began it, and ends with that. Where there are several, the number of the server is
 * stored behind its id.
 */
export const importOfServer = (importId: string, server: number | undefined): string =>
  server === undefined ? importId : `${importId}@${server}`;

function partsOf(stored: string): { readonly importId: string; readonly server: number | null } {
  const [importId = "", server] = stored.split("@");
  return { importId, server: server === undefined ? null : Number(server) };
}

type Filled = { readonly key: number; readonly workspaceId: string } & ReturnType<typeof partsOf> &
  (
    | { readonly table: "dataset"; readonly id: string }
    | { readonly table: "task_dataset"; readonly workspace: string; readonly name: string }
  );

/** All datasets that are being filled: as many as imports run. */
async function listFilled({ db }: HasDb): Promise<Filled[]> {
  const feedback = await db
    .selectFrom("dataset")
    .select(["key", "id", "workspace_id as workspaceId", "import_id as stored"])
    .where("import_id", "is not", null)
    .execute();
  const tasks = await db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .select(["key", "task_dataset.name", "workspace.name as workspace"])
    .select(["workspace_id as workspaceId", "import_id as stored"])
    .where("import_id", "is not", null)
    .execute();
  return [
    ...feedback.map(({ stored, ...row }) => ({ table: "dataset" as const, ...row, ...partsOf(stored ?? "") })),
    ...tasks.map(({ stored, ...row }) => ({ table: "task_dataset" as const, ...row, ...partsOf(stored ?? "") })),
  ];
}

const findFilled = async (context: Context, importId: string): Promise<Filled | null> =>
  (await listFilled(context)).find((filled) => filled.importId === importId) ?? null;

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

type BeginImport = {
  readonly importId: string;
  readonly datasetId: string;
  /** The number of the server that was asked, if there are several. */
  readonly server?: number | undefined;
};

/** Begins to fill a dataset (API-49). A dataset with records is refused: people may have answered them. */
async function beginImport(context: Context, { importId, datasetId, server }: BeginImport): Promise<void> {
  requireThat(context, isPrivileged);
  if (await findFilled(context, importId)) throw new Refusal("conflict", `There is an import \`${importId}\` already.`);
  const { row, table } = await load(context, datasetId);
  if (row.next_seq > 0 || row.import_id !== null)
    throw new Refusal("unprocessable", "Only a dataset that never had a record can be filled by an import.");
  await updateRows(context.db, table, { key: row.key }, { import_id: importOfServer(importId, server) });
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

/** The ids of all imports that run, or that ended with their server. */
const listImports = async (context: Context): Promise<string[]> => {
  requireOwner(context);
  return (await listFilled(context)).map(({ importId }) => importId);
};

type LeftImports = {
  /** Those that were there before the servers were asked for: an import that began since then has a server. */
  readonly among: readonly string[];
  /** The numbers of the servers that run. Where there is one server, none of its imports runs when it starts. */
  readonly living: readonly number[];
};

/** Takes back the imports whose server is gone. */
async function takeBackImports(context: Context, { among, living }: LeftImports): Promise<void> {
  requireOwner(context);
  for (const filled of await listFilled(context)) {
    const { importId, server } = filled;
    const runs = server !== null && living.includes(server);
    if (!runs && among.includes(importId)) await takeBack(context, filled);
  }
}

async function takeBack(context: Context, filled: Filled): Promise<void> {
  if (filled.table === "dataset") await deleteDataset(context, { datasetId: filled.id, keepDays: 0 });
  else await deleteTaskDataset(context, { ...filled, keepDays: 0 });
}

export const importCalls = {
  reads: { checkNewDataset, listImports },
  writes: { beginImport, endImport, takeBackImport, takeBackImports },
} as const;
