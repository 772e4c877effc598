import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";
import { type FlagsPage, type OwnFlags, readOwnFlags } from "./own-flags.ts";

export type ListOwnTaskFlags = TaskDatasetAt & FlagsPage;

/** The records of a task dataset that the caller has flagged. */
export async function listOwnTaskFlags(
  context: Context,
  { offset, limit, ...at }: ListOwnTaskFlags,
): Promise<OwnFlags> {
  const dataset = await loadTaskDatasetForMember(context, at);
  requireOpen(dataset);
  return readOwnFlags(context, { datasetKey: dataset.key, records: "task_record" }, { offset, limit });
}
