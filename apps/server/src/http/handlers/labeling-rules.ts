import { givenLabels } from "@postil/contract/inputs/labeling-rules";
import { coverageToWire, labelingRuleToWire, ruleMetricsToWire } from "@postil/contract/mapping/labeling-rules";
import type { Handlers } from "../handler.ts";
import type { HandlerParts } from "../handler-parts.ts";
import { taskDatasetAt } from "../task-dataset-at.ts";

const TEXTS = { task: "TextClassification" } as const;

export function labelingRuleHandlers({ store }: HandlerParts) {
  return {
    listLabelingRulesV0: async (asked, { caller }) =>
      (await store.read("listLabelingRules", caller, { ...taskDatasetAt(asked), ...TEXTS })).map(labelingRuleToWire),
    createLabelingRuleV0: async (asked, { caller }) => {
      const { query, description = null } = asked.body;
      const rule = { ...givenLabels(asked.body), query, description };
      return labelingRuleToWire(
        await store.write("createLabelingRule", caller, { ...taskDatasetAt(asked), ...TEXTS, rule }),
      );
    },
    getLabelingRulesMetricsV0: async (asked, { caller, left }) => {
      const metrics = await store.read("getRulesMetrics", caller, { ...taskDatasetAt(asked), ...TEXTS }, left);
      const { unreadable } = metrics;
      return { ...coverageToWire(metrics), ...(unreadable.length > 0 ? { postil_unreadable: [...unreadable] } : {}) };
    },
    getLabelingRuleMetricsV0: async (asked, { caller, left }) => {
      const { label: labels = [] } = asked.query;
      const wanted = { ...taskDatasetAt(asked), ...TEXTS, query: asked.params.query, labels };
      return ruleMetricsToWire(await store.read("getRuleMetrics", caller, wanted, left));
    },
    getLabelingRuleV0: async (asked, { caller }) => {
      const { query } = asked.params;
      return labelingRuleToWire(
        await store.read("getLabelingRule", caller, { ...taskDatasetAt(asked), ...TEXTS, query }),
      );
    },
    updateLabelingRuleV0: async (asked, { caller }) => {
      const { description = null } = asked.body;
      const rule = { ...givenLabels(asked.body), query: asked.params.query, description };
      return labelingRuleToWire(
        await store.write("updateLabelingRule", caller, { ...taskDatasetAt(asked), ...TEXTS, rule }),
      );
    },
    deleteLabelingRuleV0: async (asked, { caller }) => {
      const { query } = asked.params;
      await store.write("deleteLabelingRule", caller, { ...taskDatasetAt(asked), ...TEXTS, query });
      return null;
    },
  } satisfies Partial<Handlers>;
}
