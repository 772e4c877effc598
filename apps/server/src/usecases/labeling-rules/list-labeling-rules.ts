import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import { readLabelingRules } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, type TaskDatasetOf } from "../task-datasets/load-task-dataset.ts";

/** Labeling rules are of text classification, and every member may read and write them (RUL-23). */
export type RulesAt = TaskDatasetOf<"TextClassification">;

/** The rules of a dataset, oldest first (contract api-v0 row 34, RUL-05). */
export async function listLabelingRules(context: Context, at: RulesAt): Promise<LabelingRule[]> {
  const { key } = await loadTaskDatasetForMember(context, at);
  return readLabelingRules(context.db, key);
}
