import { Refusal } from "@postil/domain/refusal";
import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import { readLabelingRule } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";

/** The rule with a query, or 404. */
export async function loadLabelingRule({ db }: Context, datasetKey: number, query: string): Promise<LabelingRule> {
  const rule = await readLabelingRule(db, datasetKey, query);
  if (!rule) {
    const subject = { type: "ServiceLabelingRule", name: query };
    throw new Refusal("not_found", `There is no rule with the query \`${query}\``, subject);
  }
  return rule;
}
