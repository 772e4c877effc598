import { NO_LABELS, RULE_QUERY, ruleLabels } from "@postil/domain/tasks/labeling-rule";
import { z } from "zod";
import { text } from "../wire/leaf.ts";
import { list, rule } from "../wire/shape.ts";
import { WorkspaceQuery } from "./task-workspace.ts";

/** Labeling rules in requests (contract api-v0 section 8). */

/** Labels that are used instead of the rule's labels. */
export const RuleMetricsQuery = WorkspaceQuery.extend({ label: z.array(text()).optional() });

const given = {
  labels: list(text()).optional(),
  label: text().nullish(),
  description: text().nullish(),
} as const;

type Given = { readonly labels?: readonly string[] | undefined; readonly label?: string | null | undefined };

/** The given labels; missing members are empty. */
export const givenLabels = ({ labels = [], label = null }: Given) => ({ labels, label });

const withoutLabels = (wire: Given): string | null => (ruleLabels(givenLabels(wire)).length === 0 ? NO_LABELS : null);

export const NewLabelingRule = rule(
  z.object({ query: text({ trim: true, ...RULE_QUERY }), ...given }),
  withoutLabels,
  "assertion_error",
);
export const ChangedLabelingRule = rule(z.object(given), withoutLabels, "assertion_error");
