import { stepBetween } from "@postil/domain/tasks/record-history";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { addTaskActivity } from "../../storage/activity.ts";
import type { Context } from "../../storage/store.ts";
import { requireCaller } from "../require-caller.ts";

/** A record before and after a call; null: it is new. */
export type TaskRecordChanged = {
  readonly seq: number;
  readonly before: TaskDocument | null;
  readonly after: TaskDocument;
};

/** Adds what a call did to records to their history: who validated, discarded or changed what. */
export async function noteTaskChanges(
  context: Context,
  datasetKey: number,
  records: readonly TaskRecordChanged[],
): Promise<void> {
  const steps = records.flatMap(({ seq, before, after }) => {
    const step = stepBetween(before, after);
    return step ? [{ seq, before: step.before, after: { ...step.after, changed: step.changed } }] : [];
  });
  if (steps.length === 0) return;
  const { key: actorKey } = requireCaller(context);
  await addTaskActivity(context.db, { datasetKey, actorKey }, steps, context.now());
}
