import { noteAudit } from "../../storage/audit.ts";
import { removeLabelingRules } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember } from "../task-datasets/load-task-dataset.ts";
import type { LabelingRuleAt } from "./get-labeling-rule.ts";

/** Deletes a rule. One that is not there is no failure: clients delete each twice (contract api-v0 row 38, RUL-04). */
export async function deleteLabelingRule(context: Context, { query, ...at }: LabelingRuleAt): Promise<void> {
  const { key, name: dataset, workspace } = await loadTaskDatasetForMember(context, at);
  if ((await removeLabelingRules(context.db, key, query)) === 0) return;
  await noteAudit(context, { kind: "setting_deleted", told: { dataset, workspace, what: "rule", name: query } });
}
