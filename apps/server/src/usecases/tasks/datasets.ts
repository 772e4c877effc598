import { isOwner } from "@postil/domain/accounts/policies";
import type { Workspace } from "@postil/domain/accounts/users";
import { wholeFault } from "@postil/domain/bounds";
import type { KeepDays } from "@postil/domain/datasets/bin";
import type { Task, TaskDataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import { addJob } from "../../jobs/add-job.ts";
import { noteAudit } from "../../storage/audit.ts";
import { compiled } from "../../storage/compiled.ts";
import {
  noteWork,
  TASK_DATASET_COLUMNS,
  type TaskDatasetRow,
  taskDatasetFromRow,
  taskDatasetId,
} from "../../storage/dataset-rows.ts";
import { takeDatasetKey } from "../../storage/keys.ts";
import { updateRows } from "../../storage/statements.ts";
import type { Context } from "../../storage/store.ts";
import {
  insertLabelingRule,
  listDatasetTexts,
  readDatasetTexts,
  readLabelingRules,
  readTaskSettings,
  shownTexts,
  sizeOfRules,
  writeTaskSettings,
} from "../../storage/task-datasets.ts";
import { copyKinds } from "../../storage/task-record-writes.ts";
import { findNamedWorkspace, loadNamedWorkspace, loadWorkspace } from "../accounts/workspaces.ts";
import { moveToBin } from "../deletions.ts";
import { isSeen, refuseTaken, refuseUnfinished, requireCaller, requireManager, requireMember } from "../refuse.ts";

/** The names of a workspace and of a task dataset in it, and the task that it must have if the call needs one. */
export type TaskDatasetAt = { readonly workspace: string; readonly name: string; readonly task?: Task };
export type TaskDatasetOf<T extends Task> = TaskDatasetAt & { readonly task: T };

const datasetNamed = compiled((db, workspace: string, name: string) =>
  db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .leftJoin("dataset_activity as active", "active.dataset_key", "task_dataset.key")
    .select(TASK_DATASET_COLUMNS)
    .where("workspace.name", "=", workspace)
    .where("task_dataset.name", "=", name),
);

/** A task dataset, or null if it or its workspace does not exist. Checks no permission. */
export async function findTaskDataset(
  { db }: Context,
  { workspace, name }: TaskDatasetAt,
): Promise<TaskDatasetRow | null> {
  const [row] = await datasetNamed(db, workspace, name);
  return row ?? null;
}

const noTaskDataset = ({ workspace, name }: TaskDatasetAt): Refusal =>
  new Refusal("not_found", `Dataset \`${name}\` not found in workspace \`${workspace}\``, {
    type: "ServiceDataset",
    name,
  });

/** A task dataset that the caller may read and, as every member, change: 404 before 400, 403 (api-v0 1.2, TEN-13). */
export async function loadTaskDatasetForMember(context: Context, at: TaskDatasetAt): Promise<TaskDatasetRow> {
  requireCaller(context);
  const row = await findTaskDataset(context, at);
  if (!row) throw noTaskDataset(at);
  refuseUnfinished(context, row, () => noTaskDataset(at));
  if (at.task && at.task !== row.task)
    throw new Refusal("wrong_task", `Provided task ${at.task} cannot be applied to dataset`);
  requireMember(context, row.workspace_id);
  return row;
}

export async function loadTaskDatasetForManager(context: Context, at: TaskDatasetAt): Promise<TaskDatasetRow> {
  const row = await loadTaskDatasetForMember(context, at);
  requireManager(context, row.workspace_id);
  return row;
}

/** A task dataset on whose records the caller may work. */
export async function loadOpenTaskDataset(context: Context, at: TaskDatasetAt): Promise<TaskDatasetRow> {
  const row = await loadTaskDatasetForMember(context, at);
  requireOpen(row);
  return row;
}

/** Refuses any work on records of a closed dataset (contract api-v0 section 3). */
export function requireOpen({ name, closed }: TaskDatasetRow): void {
  if (closed === 1)
    throw new Refusal("closed_dataset", `Dataset \`${name}\` is closed. Open it first.`, undefined, { name });
}

/**
 * The task datasets of the named workspace, or of all the caller's workspaces if there is no name, oldest first. An owner
 * sees all (DSL-03). A workspace of others counts as unknown.
 */
async function listTaskDatasets(
  context: Context,
  { workspace: name }: { readonly workspace: string | null },
): Promise<TaskDataset[]> {
  const caller = requireCaller(context);
  const workspace = name === null ? null : await loadNamedWorkspace(context, name);
  const rows = await context.db
    .selectFrom("task_dataset")
    .innerJoin("workspace", "workspace.id", "task_dataset.workspace_id")
    .leftJoin("dataset_activity as active", "active.dataset_key", "task_dataset.key")
    .select(TASK_DATASET_COLUMNS)
    .$if(workspace !== null, (query) => query.where("workspace_id", "=", workspace?.id ?? ""))
    .$if(workspace === null && !isOwner(caller), (query) => query.where("workspace_id", "in", caller.workspaceIds))
    .orderBy("task_dataset.key")
    .execute();
  const seen = rows.filter((row) => isSeen(context, row));
  const textsOf = await listDatasetTexts(
    context.db,
    seen.map(({ key }) => key),
  );
  return seen.map((row) => taskDatasetFromRow(row, textsOf(row.key)));
}

/** One task dataset (contract api-v0 row 15, TEN-12). */
async function getTaskDataset(context: Context, at: TaskDatasetAt): Promise<TaskDataset> {
  const row = await loadTaskDatasetForMember(context, at);
  return taskDatasetFromRow(row, shownTexts(await readDatasetTexts(context.db, row.key)));
}

/** A name is unique in its workspace, whatever the task. `type`: the older API's word for the existing object. */
export function refuseTakenName(
  context: Context,
  workspace: Pick<Workspace, "id" | "name">,
  name: string,
  type: "ServiceDataset" | "Dataset",
): Promise<void> {
  const { db } = context;
  return refuseTaken(
    context,
    ["task dataset", workspace.id, name],
    db.selectFrom("task_dataset").select("key").where("workspace_id", "=", workspace.id).where("name", "=", name),
    () =>
      new Refusal("conflict", `Dataset \`${name}\` already exists in workspace \`${workspace.name}\``, {
        name,
        type,
        workspace: workspace.name,
      }),
  );
}

async function insertTaskDataset(
  context: Context,
  workspace: Workspace,
  { name, task, tags, metadata }: NewTaskDataset,
): Promise<TaskDataset & { readonly key: number }> {
  const { db, now } = context;
  const at = now();
  const row = await db
    .insertInto("task_dataset")
    .values({
      key: await takeDatasetKey(db),
      workspace_id: workspace.id,
      name,
      task,
      tags: jsonWithinBound("tags", tags),
      metadata: jsonWithinBound("metadata", metadata),
      created_by: requireCaller(context).username,
      created_at: at,
      last_updated_at: at,
      // From its first moment on, what an import creates is removed if the import does not end.
      import_id: context.caller?.fills ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const facts = { ...row, active_at: null, workspace: workspace.name };
  return { ...taskDatasetFromRow(facts, { tags, metadata }), key: row.key };
}

type NewTaskDataset = Pick<TaskDataset, "name" | "task" | "tags" | "metadata">;

/** Creates a task dataset. Its name is unique in the workspace whatever the task (contract api-v0 row 14). */
export async function createTaskDataset(
  context: Context,
  input: NewTaskDataset & { readonly workspace: string },
): Promise<TaskDataset> {
  requireCaller(context);
  const workspace = await findNamedWorkspace(context, input.workspace);
  requireManager(context, workspace.id);
  await refuseTakenName(context, workspace, input.name, "ServiceDataset");
  return insertTaskDataset(context, workspace, input);
}

type Texts = Pick<TaskDataset, "tags" | "metadata">;
/**
 * Sets the given tags and metadata keys, each as a whole. The others stay, and none can be removed. Every member may do this.
 * The dataset's time changes even if nothing is given (contract api-v0 row 16).
 */
async function updateTaskDataset(context: Context, input: TaskDatasetAt & Texts): Promise<TaskDataset> {
  const row = await loadTaskDatasetForMember(context, input);
  const lastUpdatedAt = await layOverTaskDataset(context, row, input);
  return taskDatasetFromRow(
    { ...row, active_at: lastUpdatedAt },
    shownTexts(await readDatasetTexts(context.db, row.key)),
  );
}

/** The same for a dataset whose access was already checked; returns its new time. */
export async function layOverTaskDataset(
  { db, now }: Context,
  { key }: Pick<TaskDatasetRow, "key">,
  given: Texts,
): Promise<number> {
  const parts = (["tags", "metadata"] as const).filter((part) => Object.keys(given[part]).length > 0);
  const before = parts.length > 0 ? await readDatasetTexts(db, key) : null;
  const texts = parts.map((part) => {
    const kept = before?.[part];
    if (kept === null) throw new Refusal("unprocessable", moreThanBound(part));
    return [part, jsonWithinBound(part, { ...kept, ...given[part] })] as const;
  });
  const at = now();
  // Most logs change nothing of the dataset itself.
  if (texts.length === 0) await noteWork(db, key, at);
  else await updateRows(db, "task_dataset", { key }, { ...Object.fromEntries(texts), last_updated_at: at });
  return at;
}

const moreThanBound = (part: keyof Texts): string =>
  `An earlier version took more ${part} of this dataset than it may have, which stay as they are; a copy of the dataset is without them`;

/** The JSON for tags or metadata of a task dataset, within its size limit (API-39). */
function jsonWithinBound(part: keyof Texts, values: Texts[keyof Texts]): string {
  const json = JSON.stringify(values);
  const fault = wholeFault(`The ${part} of a dataset`, json);
  if (fault) throw new Refusal("unprocessable", fault);
  return json;
}

/** Closes or opens a task dataset, whatever its state (contract api-v0 rows 18, 19). */
async function closeTaskDataset(
  context: Context,
  { closed, ...at }: TaskDatasetAt & { readonly closed: boolean },
): Promise<void> {
  const { key } = await loadTaskDatasetForManager(context, at);
  const flag = closed ? 1 : 0;
  await updateRows(context.db, "task_dataset", { key }, { closed: flag });
}

type CopyTaskDataset = TaskDatasetAt & {
  /** `workspace`: name of the target workspace; null means that of the dataset. */
  readonly copy: Pick<TaskDataset, "name" | "tags" | "metadata"> & { readonly workspace: string | null };
};

/** The copy, and the job that copies its records; null means that there are none. */
type StartedCopy = { readonly dataset: TaskDataset; readonly job: number | null };

/** Makes a copy of a task dataset with its settings and rules, and a job that copies the records (contract api-v0 row 20). */
async function copyTaskDataset(context: Context, { copy, ...at }: CopyTaskDataset): Promise<StartedCopy> {
  const source = await loadTaskDatasetForMember(context, at);
  const workspace = await workspaceOf(context, source, copy.workspace);
  await refuseTakenName(context, workspace, copy.name, "Dataset");
  for (const id of [source.workspace_id, workspace.id]) requireManager(context, id);
  requireOpen(source);
  await refuseTooManyRules(context, source);
  const { key, ...dataset } = await insertTaskDataset(context, workspace, {
    ...(await laidOver(context, source, copy)),
    name: copy.name,
  });
  await copyParts(context, source.key, key);
  return { dataset, job: await startCopying(context, source, key) };
}

const workspaceOf = (context: Context, source: TaskDatasetRow, name: string | null): Promise<Workspace> =>
  name ? findNamedWorkspace(context, name) : loadWorkspace(context, source.workspace_id);

/** Tags or metadata that exceed their limit are not copied: a copy is the way to get rid of them. */
async function laidOver({ db }: Context, source: TaskDatasetRow, { tags, metadata }: CopyTaskDataset["copy"]) {
  const { name, workspace, task, key } = source;
  const there = await readDatasetTexts(db, key);
  const from = { source_workspace: workspace, copied_from: name };
  return { task, tags: { ...there.tags, ...tags }, metadata: { ...there.metadata, ...metadata, ...from } };
}

/** A copy has all rules or is refused: an earlier version may have accepted too many, and some would be missing. */
async function refuseTooManyRules({ db }: Context, { key }: TaskDatasetRow): Promise<void> {
  const { count, bytes } = await sizeOfRules(db, key);
  const { what, ...most } = RULES_BOUND;
  if (count <= most.count && bytes <= most.bytes) return;
  const found = `this one has ${count} with ${bytes}. Delete some to copy it`;
  const detail = `A dataset has at most ${most.count} ${what} with ${most.bytes} bytes together, ${found}`;
  throw new Refusal("unprocessable", detail);
}

async function copyParts(context: Context, from: number, to: number): Promise<void> {
  const { db } = context;
  await copyKinds(context, { from, to });
  const settings = await readTaskSettings(db, from);
  if (settings) await writeTaskSettings(db, to, settings);
  for (const rule of await readLabelingRules(db, from)) await insertLabelingRule(db, to, rule);
}

async function startCopying(context: Context, source: TaskDatasetRow, to: number): Promise<number | null> {
  const { key, next_seq: size, workspace, name, workspace_id } = source;
  if (source.record_count === 0) return null;
  const dataset = { key, id: taskDatasetId({ workspace, name }), workspace_id };
  return addJob(context, { name: "copy", dataset, about: { to, size }, total: size });
}

/**
 * Deletes a task dataset, as `deleteDataset` deletes one of the other family. An unknown dataset is not an error, for any
 * caller (contract api-v0 row 17).
 */
export async function deleteTaskDataset(
  context: Context,
  { keepDays, ...at }: TaskDatasetAt & KeepDays,
): Promise<void> {
  requireCaller(context);
  const row = await findTaskDataset(context, at);
  if (!row) return;
  requireManager(context, row.workspace_id);
  const { key, name, workspace, task, record_count: records } = row;
  await noteAudit(context, { kind: "dataset_deleted", told: { dataset: name, workspace, records, answers: null } });
  const deleted = { key, dataset_id: null, task, workspace, answers: null };
  await moveToBin(context, "task_dataset", { ...deleted, keepDays: row.import_id === null ? keepDays : 0 });
}

export const taskDatasetCalls = {
  reads: { listTaskDatasets, getTaskDataset },
  writes: { createTaskDataset, updateTaskDataset, deleteTaskDataset, closeTaskDataset, copyTaskDataset },
} as const;
