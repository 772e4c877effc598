import { LABELED_TASKS } from "@postil/domain/datasets/dataset";
import { TASK_DATASET_NAME } from "@postil/domain/datasets/names";
import { NO_LABELS, RULE_QUERY, ruleLabels } from "@postil/domain/tasks/labeling-rule";
import type { SchemaLabel } from "@postil/domain/tasks/labels";
import { z } from "zod";
import { route, TEXT_BYTES } from "../route.ts";
import { integer, oneOf, text } from "../wire/leaf.ts";
import { int, time } from "../wire/replies.ts";
import { firstOf, list, mapOf, rule } from "../wire/shape.ts";
import { inWorkspace, WorkspaceQuery } from "./datasets.ts";

/** The settings of a task dataset, without nulls (contract api-v0 section 4). */
export const WireTaskSettings = z.object({
  label_schema: z
    .object({
      labels: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().optional() })),
    })
    .optional(),
  vectors: z.record(z.string(), z.union([int, z.object({ dim: int })])).optional(),
});
export type WireTaskSettings = z.output<typeof WireTaskSettings>;

/** A labeling rule, without nulls (contract api-v0 section 8). */
export const WireLabelingRule = z.object({
  query: z.string(),
  labels: z.array(z.string()),
  label: z.string().optional(),
  description: z.string().optional(),
  author: z.string(),
  created_at: time,
});
export type WireLabelingRule = z.output<typeof WireLabelingRule>;

/** Metrics of all rules together. Unknown ones are left out. */
export const WireCoverageMetrics = z.object({
  coverage: z.number().optional(),
  coverage_annotated: z.number().optional(),
  total_records: int,
  annotated_records: int,
});
const WireRulesMetrics = WireCoverageMetrics.extend({
  /** Postil's own: rules whose query cannot be read, which count for no records; absent if there are none. */
  postil_unreadable: z.array(z.object({ query: z.string(), reason: z.string(), at: int.nullable() })).optional(),
});
export const WireRuleMetrics = WireCoverageMetrics.extend({
  correct: z.number().optional(),
  incorrect: z.number().optional(),
  precision: z.number().optional(),
});
export type WireCoverageMetrics = z.output<typeof WireCoverageMetrics>;
export type WireRuleMetrics = z.output<typeof WireRuleMetrics>;

/** Settings of a task dataset in requests (contract api-v0 section 4). */

const word = text({ booleans: true });
const labels = firstOf(list(word), list(z.object({ id: word, name: word, description: word.nullish() }))).transform(
  (given): SchemaLabel[] => given.map(labelOf),
);

function labelOf(given: string | { id: string; name: string; description?: string | null | undefined }): SchemaLabel {
  if (typeof given === "string") return { id: given, name: given };
  const { id, name, description } = given;
  return { id, name, ...(typeof description === "string" ? { description } : {}) };
}

const length = integer({ ge: 1 });
const dimensions = firstOf(length, z.object({ dim: length }));

/** Vector name to its number of dimensions. */
const vectors = mapOf(dimensions, {}, { min: 1 });

export const ChangedTaskSettings = z.object({
  label_schema: z.object({ labels }).nullish(),
  vectors: vectors.nullish(),
});

/** Labeling rules in requests (contract api-v0 section 8). */

/** Labels that are used instead of the rule's labels. */
const RuleMetricsQuery = WorkspaceQuery.extend({ label: z.array(text()).optional() });

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
const ChangedLabelingRule = rule(z.object(given), withoutLabels, "assertion_error");

/** Settings of task datasets (contract api-v0 rows 21 to 23). The task may come before the name, except for PATCH. */

const settingsPath = `/api/datasets/:name/:task(${LABELED_TASKS.join("|")})/settings` as const;
const ofTask = {
  params: z.object({ name: text(TASK_DATASET_NAME), task: oneOf(LABELED_TASKS) }),
  ...inWorkspace,
} as const;
const saving = {
  ...ofTask,
  body: ChangedTaskSettings,
  bodyLimit: TEXT_BYTES,
  replies: { 200: WireTaskSettings },
} as const;

export const taskSettingsRoutes = {
  getTaskSettingsV0: route("GET", settingsPath, "member", {
    summary: "The labels of a task dataset and the vectors of its records, once they are set",
    ...ofTask,
    replies: { 200: WireTaskSettings },
  }),
  updateTaskSettingsV0: route("PATCH", settingsPath, "manager", {
    summary: "Set the labels of a task dataset, or some of the vectors of its records",
    ...saving,
  }),
  putTaskSettingsV0: route("PUT", settingsPath, "manager", { summary: "The same by another method", ...saving }),
  deleteTaskSettingsV0: route("DELETE", settingsPath, "manager", {
    summary: "Delete what is set for a task dataset, if anything is",
    ...ofTask,
    replies: { 200: z.null() },
  }),
};

/**
 * Labeling rules of text classification datasets (contract api-v0 rows 34 to 40). In the path, the task may also come
 * before the name.
 */

const rulesPath = "/api/datasets/:name/TextClassification/labeling/rules";
/** The query is the rest of the path, including slashes. */
const rulePath = `${rulesPath}/:query` as const;

export const labelingRuleRoutes = {
  listLabelingRulesV0: route("GET", rulesPath, "member", {
    summary: "The labeling rules of a dataset, oldest first",
    ...inWorkspace,
    replies: { 200: z.array(WireLabelingRule) },
  }),
  createLabelingRuleV0: route("POST", rulesPath, "member", {
    conflicts: true,
    summary: "Add a labeling rule; its query is its name",
    ...inWorkspace,
    body: NewLabelingRule,
    replies: { 200: WireLabelingRule },
  }),
  getLabelingRulesMetricsV0: route("GET", `${rulesPath}/metrics`, "member", {
    ...inWorkspace,
    summary: "How many records any of the labeling rules finds",
    replies: { 200: WireRulesMetrics },
  }),
  getLabelingRuleMetricsV0: route("GET", `${rulePath}/metrics`, "member", {
    ...inWorkspace,
    query: RuleMetricsQuery,
    summary:
      "How many records a query finds and how often labels are right there; those of its rule unless some are given",
    replies: { 200: WireRuleMetrics },
  }),
  getLabelingRuleV0: route("GET", rulePath, "member", {
    summary: "The labeling rule with a query",
    ...inWorkspace,
    replies: { 200: WireLabelingRule },
  }),
  updateLabelingRuleV0: route("PATCH", rulePath, "member", {
    summary: "Change the labels of a labeling rule, and its description if one is given",
    ...inWorkspace,
    body: ChangedLabelingRule,
    replies: { 200: WireLabelingRule },
  }),
  deleteLabelingRuleV0: route("DELETE", rulePath, "member", {
    summary: "Delete a labeling rule, if it is there",
    ...inWorkspace,
    replies: { 200: z.null() },
  }),
};
