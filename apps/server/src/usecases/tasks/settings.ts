import { isTask } from "@postil/domain/datasets/dataset-links";
import { Refusal } from "@postil/domain/refusal";
import {
  dimensionsOf,
  labelInUse,
  mergeSettings,
  strangerTo,
  type TaskSettings,
  vectorsFault,
} from "@postil/domain/tasks/label-schema";
import { noteAudit } from "../../storage/audit.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { countsOfValues } from "../../storage/sqlite/value-counts.ts";
import type { Context } from "../../storage/store.ts";
import { readTaskSettings, removeTaskSettings, writeTaskSettings } from "../../storage/task-settings.ts";
import { TASK_TARGETS } from "../../storage/task-targets.ts";
import { addTaskVectorKinds, loadTaskVectorKinds } from "../../storage/task-vectors.ts";
import { derivedSource } from "../../storage/value-source.ts";
import {
  loadTaskDatasetForManager,
  loadTaskDatasetForMember,
  requireOpen,
  type TaskDatasetAt,
} from "./load-task-dataset.ts";
import { labelsOfRecords } from "./metrics.ts";

/** Labels in use: all indexed labels, and the less likely labels of predictions from a sample. */
async function labelsInUse(context: Pick<Context, "db">, row: TaskDatasetRow): Promise<Set<string>> {
  const { key, task, next_seq: size } = row;
  const labels = isTask(task)
    ? await labelsOfRecords(context, { key, task }, { count: size, at: (seq) => seq })
    : new Set<string>();
  for (const target of [TASK_TARGETS.annotated_as, TASK_TARGETS.predicted_as]) {
    const source = derivedSource(key, target, "text", { single: false });
    for (const { value } of await countsOfValues(context.db, source, null)) labels.add(String(value));
  }
  return labels;
}

/** The settings of a task dataset; 404 if nothing was ever set (contract api-v0 row 21, LAB-08, LAB-20). */
async function getTaskSettings(context: Context, at: TaskDatasetAt): Promise<TaskSettings> {
  const { key, name, task } = await loadTaskDatasetForMember(context, at);
  const settings = await readTaskSettings(context.db, key);
  if (!settings) {
    const subject = { type: `${task}Settings`, name };
    throw new Refusal("not_found", `Nothing is set for dataset \`${name}\``, subject);
  }
  return settings;
}

type SaveTaskSettings = TaskDatasetAt & { readonly change: TaskSettings };

/** Sets the given settings and keeps the others (contract api-v0 row 22, LAB-13, LAB-20). */
async function saveTaskSettings(context: Context, { change, ...at }: SaveTaskSettings): Promise<void> {
  const row = await loadTaskDatasetForManager(context, at);
  requireOpen(row);
  if (Object.keys(change).length === 0) return;
  if (change.labelSchema) await requireLabelsInUse(context, row, change.labelSchema);
  if (change.vectors) await setVectors(context, row, change.vectors);
  const before = (await readTaskSettings(context.db, row.key)) ?? {};
  await writeTaskSettings(context.db, row.key, mergeSettings(before, change));
}

async function requireLabelsInUse(
  context: Context,
  row: TaskDatasetRow,
  schema: NonNullable<TaskSettings["labelSchema"]>,
): Promise<void> {
  const stranger = strangerTo(schema, await labelsInUse(context, row));
  if (stranger !== null) throw new Refusal("bad_request", labelInUse(stranger));
}

/** Fixes the length of vectors, as if one had been logged. */
async function setVectors(
  { db }: Context,
  { key }: TaskDatasetRow,
  given: NonNullable<TaskSettings["vectors"]>,
): Promise<void> {
  const known = [...(await loadTaskVectorKinds(db, key)).values()];
  const fault = vectorsFault(new Map(known.map(({ name, dimensions }) => [name, dimensions])), given);
  if (fault) throw new Refusal("bad_request", fault);
  const lengths = Object.entries(given).map(([name, dimensions]) => [name, dimensionsOf(dimensions)] as const);
  await addTaskVectorKinds(db, key, new Map(lengths));
}

/** Deletes the settings of a task dataset, if there are any (contract api-v0 row 23). */
async function deleteTaskSettings(context: Context, at: TaskDatasetAt): Promise<void> {
  const { key, name: dataset, workspace } = await loadTaskDatasetForManager(context, at);
  if ((await removeTaskSettings(context.db, key)) === 0) return;
  await noteAudit(context, {
    kind: "setting_deleted",
    told: { dataset, workspace, what: "task_settings", name: null },
  });
}

export const taskSettingsCalls = {
  reads: { getTaskSettings },
  writes: { saveTaskSettings, deleteTaskSettings },
} as const;
