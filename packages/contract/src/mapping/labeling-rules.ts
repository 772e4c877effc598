import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { WireLabelingRule } from "../entities/labeling-rules.ts";
import { timeToWire } from "../wire/time.ts";

export const labelingRuleToWire = (rule: LabelingRule): WireLabelingRule => ({
  ...(rule.label === null ? {} : { label: rule.label }),
  labels: [...rule.labels],
  ...(rule.description === null ? {} : { description: rule.description }),
  query: rule.query,
  author: rule.author,
  created_at: timeToWire(rule.createdAt),
});
