import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { countsOfValues } from "../../storage/sqlite/value-counts.ts";
import type { Context } from "../../storage/store.ts";
import { TASK_TARGETS } from "../../storage/task-targets.ts";
import { derivedSource } from "../../storage/value-source.ts";

/** How many different people and models have annotated and predicted records of a dataset. */
export async function countTaskAgents(
  { db }: Pick<Context, "db">,
  { key }: TaskDatasetRow,
): Promise<{ readonly annotating: number; readonly predicting: number }> {
  const count = async (target: number): Promise<number> =>
    (await countsOfValues(db, derivedSource(key, target, "text", { single: false }), null)).length;
  return { annotating: await count(TASK_TARGETS.annotated_by), predicting: await count(TASK_TARGETS.predicted_by) };
}
