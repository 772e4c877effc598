import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember } from "../task-datasets/load-task-dataset.ts";
import type { RulesAt } from "./list-labeling-rules.ts";
import { loadLabelingRule } from "./load-labeling-rule.ts";

export type LabelingRuleAt = RulesAt & { readonly query: string };

/** One rule (contract api-v0 row 36, RUL-03). */
export async function getLabelingRule(context: Context, { query, ...at }: LabelingRuleAt): Promise<LabelingRule> {
  const { key } = await loadTaskDatasetForMember(context, at);
  return loadLabelingRule(context, key, query);
}
