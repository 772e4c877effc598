import type { Context } from "../../storage/store.ts";
import { addTaskHistory, type TaskRecordChanged } from "../../storage/task-history.ts";
import { requireCaller } from "../require-caller.ts";

/** Adds what the caller did to records to their history. */
export async function noteTaskChanges(
  context: Context,
  datasetKey: number,
  records: readonly TaskRecordChanged[],
): Promise<void> {
  const { key: actorKey } = requireCaller(context);
  await addTaskHistory(context, { datasetKey, actorKey }, records);
}
