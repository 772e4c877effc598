import { shownStates, type TaskHistoryEntry, type TaskRecordStep } from "@postil/domain/tasks/record-history";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, requireOpen } from "../task-datasets/load-task-dataset.ts";
import type { TaskRecordAt } from "../task-records/get-task-record.ts";
import { loadTaskRecord } from "../task-records/load-task-record.ts";
import { activityOf, personOf } from "./activity-of.ts";
import type { GetRecordHistory } from "./get-record-history.ts";

export type GetTaskRecordHistory = TaskRecordAt & Pick<GetRecordHistory, "before" | "limit">;

export type TaskRecordHistory = { readonly entries: readonly TaskHistoryEntry[]; readonly more: boolean };

/** What was done to a task record, the latest first. What a member may write every member may read, whoever wrote it (ROL-11). */
export async function getTaskRecordHistory(
  context: Context,
  { before, limit, ...at }: GetTaskRecordHistory,
): Promise<TaskRecordHistory> {
  const { db } = context;
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  const { seq } = await loadTaskRecord(context, dataset, at.id);
  const { rows, more } = await activityOf(db, { datasetKey: dataset.key, seq, userKey: null, before, limit });
  const entries = rows.map((row): TaskHistoryEntry => {
    const step = stepOf(row);
    return {
      id: row.key,
      at: row.at,
      actor: personOf(row.actor_id, row.actor_name, row.actor_deleted),
      ...shownStates(step),
      changed: step.changed,
    };
  });
  return { entries, more };
}

/** The columns hold what note-task-changes wrote. */
function stepOf({ before, after }: { readonly before: string | null; readonly after: string | null }): TaskRecordStep {
  const { changed, ...state } = JSON.parse(after ?? "{}");
  return { before: before === null ? null : JSON.parse(before), after: state, changed };
}
