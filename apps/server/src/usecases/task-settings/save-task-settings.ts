import { Refusal } from "@postil/domain/refusal";
import {
  dimensionsOf,
  labelInUse,
  mergeSettings,
  strangerTo,
  type TaskSettings,
  vectorsFault,
} from "@postil/domain/tasks/label-schema";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { readTaskSettings, writeTaskSettings } from "../../storage/task-settings.ts";
import { addTaskVectorKinds, loadTaskVectorKinds } from "../../storage/task-vectors.ts";
import { loadTaskDatasetForManager, requireOpen, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";
import { labelsInUse } from "./labels-in-use.ts";

export type SaveTaskSettings = TaskDatasetAt & { readonly change: TaskSettings };

/** Sets what is given and keeps the rest (contract api-v0 row 22, LAB-13, LAB-20). */
export async function saveTaskSettings(context: Context, { change, ...at }: SaveTaskSettings): Promise<void> {
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

/** Vectors have their length from then on, as if one had been logged. */
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
