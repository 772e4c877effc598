import { type LabelingRule, labelsOfChangedRule, RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import { ruleTexts, sizeOfRules, updateLabels } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { refuseBeyond } from "../refuse-beyond.ts";
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
  refuseBeyond(RULES_BOUND, await sizeOfRules(context.db, key), ruleTexts(rule), ruleTexts(before));
  await updateLabels(context.db, key, rule);
  return rule;
}
