import { isTask } from "@postil/domain/datasets/dataset-links";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { countsOfValues } from "../../storage/sqlite/value-counts.ts";
import type { Context } from "../../storage/store.ts";
import { TASK_TARGETS } from "../../storage/task-targets.ts";
import { derivedSource } from "../../storage/value-source.ts";
import { labelsOfRecords } from "../task-metrics/labels-of-records.ts";

/** Labels that records have: all that are counted for any, and of the less likely ones of predictions those of a sample. */
export async function labelsInUse(context: Pick<Context, "db">, row: TaskDatasetRow): Promise<Set<string>> {
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
