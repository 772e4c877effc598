import { Refusal } from "@postil/domain/refusal";
import { dimensionsOf, mergeSettings, type TaskSettings, vectorsFault } from "@postil/domain/tasks/label-schema";
import type { Context } from "../../storage/store.ts";
import { readTaskSettings, writeTaskSettings } from "../../storage/task-settings.ts";
import { loadTaskDatasetForManager, requireOpen, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";

export type SaveTaskSettings = TaskDatasetAt & { readonly change: TaskSettings };

/** Sets what is given and keeps the rest (contract api-v0 row 22, LAB-13, LAB-20). */
export async function saveTaskSettings(context: Context, { change, ...at }: SaveTaskSettings): Promise<void> {
  const row = await loadTaskDatasetForManager(context, at);
  requireOpen(row);
  if (Object.keys(change).length === 0) return;
  const before = (await readTaskSettings(context.db, row.key)) ?? {};
  if (change.vectors) refuseVectors(before, change.vectors);
  await writeTaskSettings(context.db, row.key, mergeSettings(before, change));
}

function refuseVectors({ vectors = {} }: TaskSettings, given: NonNullable<TaskSettings["vectors"]>): void {
  const known = new Map(Object.entries(vectors).map(([name, dimensions]) => [name, dimensionsOf(dimensions)]));
  const fault = vectorsFault(known, given);
  if (fault) throw new Refusal("bad_request", fault);
}
