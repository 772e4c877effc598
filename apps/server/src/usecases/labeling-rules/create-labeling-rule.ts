import { Refusal } from "@postil/domain/refusal";
import { type LabelingRule, labelsOfNewRule, RULES_BOUND } from "@postil/domain/tasks/labeling-rule";
import { insertLabelingRule, ruleTexts, sizeOfRules } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { refuseBeyond } from "../refuse-beyond.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { loadTaskDatasetForMember } from "../task-datasets/load-task-dataset.ts";
import type { RulesAt } from "./list-labeling-rules.ts";

/** A rule as it is given. */
export type GivenRule = Pick<LabelingRule, "query" | "labels" | "label" | "description">;

/** Adds a rule. Its query is its name and is not read before its metrics are asked for (contract api-v0 row 35, RUL-08). */
export async function createLabelingRule(
  context: Context,
  { rule: given, ...at }: RulesAt & { readonly rule: GivenRule },
): Promise<LabelingRule> {
  const { db, now } = context;
  const { key } = await loadTaskDatasetForMember(context, at);
  const rules = db.selectFrom("labeling_rule").select("key").where("dataset_key", "=", key);
  const { query, description } = given;
  await refuseTaken(
    rules.where("query", "=", query),
    () =>
      new Refusal("conflict", `There is a rule with the query \`${query}\` already`, {
        name: query,
        type: "ServiceLabelingRule",
      }),
  );
  const { username: author } = requireCaller(context);
  const rule = { query, description, author, createdAt: now(), ...labelsOfNewRule(given) };
  refuseBeyond(RULES_BOUND, await sizeOfRules(db, key), ruleTexts(rule));
  await insertLabelingRule(db, key, rule);
  return rule;
}
