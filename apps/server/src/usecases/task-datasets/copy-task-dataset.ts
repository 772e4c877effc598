import type { Workspace } from "@postil/domain/accounts/users";
import type { TaskDataset } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import { RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import { addJob } from "../../jobs/add-job.ts";
import { copyKinds } from "../../storage/copy-task-records.ts";
import { type TaskDatasetRow, taskDatasetId } from "../../storage/dataset-rows.ts";
import { insertLabelingRule, readLabelingRules, sizeOfRules } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { readDatasetTexts } from "../../storage/task-dataset-texts.ts";
import { readTaskSettings, writeTaskSettings } from "../../storage/task-settings.ts";
import { findNamedWorkspace, loadWorkspace } from "../accounts/workspaces.ts";
import { requireManager } from "../refuse.ts";
import { requireCaller } from "../require-caller.ts";
import { insertTaskDataset, refuseTakenName } from "./insert-task-dataset.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetAt } from "./load-task-dataset.ts";

export type CopyTaskDataset = TaskDatasetAt & {
  /** `workspace`: its name; null: that of the dataset. */
  readonly copy: Pick<TaskDataset, "name" | "tags" | "metadata"> & { readonly workspace: string | null };
};

/** The copy, and the job that brings its records; null: there are none. */
export type StartedCopy = { readonly dataset: TaskDataset; readonly job: number | null };

/** Makes a copy of a task dataset with its settings and rules, and a job that copies the records (contract api-v0 row 20). */
export async function copyTaskDataset(context: Context, { copy, ...at }: CopyTaskDataset): Promise<StartedCopy> {
  const source = await loadTaskDatasetForMember(context, at);
  const workspace = await workspaceOf(context, source, copy.workspace);
  await refuseTakenName(context, workspace, copy.name, "Dataset");
  for (const id of [source.workspace_id, workspace.id]) requireManager(requireCaller(context), id);
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

/** What has more than its bound stays behind: that is how somebody gets rid of it. */
async function laidOver({ db }: Context, source: TaskDatasetRow, { tags, metadata }: CopyTaskDataset["copy"]) {
  const { name, workspace, task, key } = source;
  const there = await readDatasetTexts(db, key);
  const from = { source_workspace: workspace, copied_from: name };
  return { task, tags: { ...there.tags, ...tags }, metadata: { ...there.metadata, ...metadata, ...from } };
}

/** A copy has all rules or is not made: of too many an earlier version may have let in some would be left out. */
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
