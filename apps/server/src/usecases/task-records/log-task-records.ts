import type { TaskDataset } from "@postil/domain/datasets/dataset";
import type { Task } from "@postil/domain/datasets/dataset-links";
import { Refusal } from "@postil/domain/refusal";
import { checkRecord } from "@postil/domain/tasks/check-record";
import type { LoggedRecord } from "@postil/domain/tasks/logged-record";
import type { TaskRecordId } from "@postil/domain/tasks/task-record";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetOf } from "../task-datasets/load-task-dataset.ts";
import { layOverTaskDataset } from "../task-datasets/update-task-dataset.ts";
import { refuseMisfits } from "./refuse-misfits.ts";
import { refuseOtherKinds } from "./refuse-other-kinds.ts";
import { writeLogs } from "./write-logs.ts";

export type LogTaskRecords = TaskDatasetOf<Task> &
  Pick<TaskDataset, "tags" | "metadata"> & { readonly records: readonly LoggedRecord[] };

/** How many records were logged, and the ids of those that were not, because they are not as they had been seen. */
export type LoggedTaskRecords = { readonly processed: number; readonly changed: readonly TaskRecordId[] };

/**
 * Adds records or lays them over those of their ids, all or none but for those that changed since they were seen; tags and
 * metadata are laid over those of the dataset, whose time moves also without records (contract api-v0 6.1, TST-16). Every member
 * may (ROL-11).
 */
export async function logTaskRecords(context: Context, input: LogTaskRecords): Promise<LoggedTaskRecords> {
  const dataset = await loadTaskDatasetForMember(context, input);
  if (input.records.length > 0) requireOpen(dataset);
  const records = checked(input.records);
  await refuseOtherKinds(context, dataset, records);
  await refuseMisfits(context, dataset, records);
  await layOverTaskDataset(context, dataset, input);
  const changed = await writeLogs(context, dataset, records);
  return { processed: records.length - changed.length, changed };
}

/** Tells all that is wrong, a record's first mistake each. */
function checked(records: readonly LoggedRecord[]): LoggedRecord[] {
  const errors: { readonly loc: readonly (string | number)[]; readonly msg: string; readonly type: string }[] = [];
  const sound = records.flatMap((given, index) => {
    const result = checkRecord(given);
    if ("record" in result) return [result.record];
    const { at, says: msg } = result.fault;
    if (errors.length < MOST_ERRORS) errors.push({ loc: ["body", "records", index, ...at], msg, type: "value_error" });
    return [];
  });
  if (errors.length > 0) throw new Refusal("invalid_records", "Some records are not valid.", undefined, { errors });
  return sound;
}

/** As many as of a schema (wire/leaf.ts of the contract). */
const MOST_ERRORS = 1000;
