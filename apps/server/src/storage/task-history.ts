import { stepBetween } from "@postil/domain/tasks/record-history";
import type { TaskDocument } from "@postil/domain/tasks/task-record";
import { addTaskActivity, type Change } from "./activity.ts";
import type { Context } from "./store.ts";

/** A record before and after a call; `before` is null for a new record. */
export type TaskRecordChanged = {
  readonly seq: number;
  readonly before: TaskDocument | null;
  readonly after: TaskDocument;
};

/** Adds a user's changes of records to their history: who validated, discarded or changed them. */
export async function addTaskHistory(
  { db, now }: Pick<Context, "db" | "now">,
  by: Pick<Change, "datasetKey" | "actorKey">,
  records: readonly TaskRecordChanged[],
): Promise<void> {
  const steps = records.flatMap(({ seq, before, after }) => {
    const step = stepBetween(before, after);
    return step ? [{ seq, before: step.before, after: { ...step.after, changed: step.changed } }] : [];
  });
  if (steps.length > 0) await addTaskActivity(db, by, steps, now());
}
