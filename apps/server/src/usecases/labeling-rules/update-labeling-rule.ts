import { type LabelingRule, labelsOfChangedRule } from "@postil/domain/tasks/labeling-rule";
import { updateLabels } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember } from "../task-datasets/load-task-dataset.ts";
import type { GivenRule } from "./create-labeling-rule.ts";
import type { RulesAt } from "./list-labeling-rules.ts";
import { loadLabelingRule } from "./load-labeling-rule.ts";

/** Replaces the labels of a rule, and its description where one is given (contract api-v0 row 37, RUL-09). */
export async function updateLabelingRule(
  context: Context,
  { rule: given, ...at }: RulesAt & { readonly rule: GivenRule },
): Promise<LabelingRule> {
  const { key } = await loadTaskDatasetForMember(context, at);
  const before = await loadLabelingRule(context, key, given.query);
  const rule = { ...before, ...labelsOfChangedRule(given), description: given.description ?? before.description };
  await updateLabels(context.db, key, rule);
  return rule;
}
