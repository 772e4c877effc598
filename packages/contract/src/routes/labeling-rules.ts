import { z } from "zod";
import { WireLabelingRule, WireRuleMetrics, WireRulesMetrics } from "../entities/labeling-rules.ts";
import { ChangedLabelingRule, NewLabelingRule, RuleMetricsQuery } from "../inputs/labeling-rules.ts";
import { WorkspaceHeaders, WorkspaceQuery } from "../inputs/task-workspace.ts";
import { route } from "../route.ts";

/**
 * Labeling rules of text classification datasets (contract api-v0 rows 34 to 40). In the path, the task may also come
 * before the name.
 */

const path = "/api/datasets/:name/TextClassification/labeling/rules";
const inWorkspace = { access: "member", query: WorkspaceQuery, headers: WorkspaceHeaders } as const;
const all = { path, ...inWorkspace } as const;
/** The query is the rest of the path, including slashes. */
const one = { path: `${path}/:query`, ...inWorkspace } as const;

export const labelingRuleRoutes = {
  listLabelingRulesV0: route({
    method: "GET",
    summary: "The labeling rules of a dataset, oldest first",
    ...all,
    replies: { 200: z.array(WireLabelingRule) },
  }),
  createLabelingRuleV0: route({
    method: "POST",
    conflicts: true,
    summary: "Add a labeling rule; its query is its name",
    ...all,
    body: NewLabelingRule,
    replies: { 200: WireLabelingRule },
  }),
  getLabelingRulesMetricsV0: route({
    method: "GET",
    path: `${path}/metrics`,
    ...inWorkspace,
    summary: "How many records any of the labeling rules finds",
    replies: { 200: WireRulesMetrics },
  }),
  getLabelingRuleMetricsV0: route({
    method: "GET",
    path: `${path}/:query/metrics`,
    access: "member",
    query: RuleMetricsQuery,
    headers: WorkspaceHeaders,
    summary:
      "How many records a query finds and how often labels are right there; those of its rule unless some are given",
    replies: { 200: WireRuleMetrics },
  }),
  getLabelingRuleV0: route({
    method: "GET",
    summary: "The labeling rule with a query",
    ...one,
    replies: { 200: WireLabelingRule },
  }),
  updateLabelingRuleV0: route({
    method: "PATCH",
    summary: "Change the labels of a labeling rule, and its description if one is given",
    ...one,
    body: ChangedLabelingRule,
    replies: { 200: WireLabelingRule },
  }),
  deleteLabelingRuleV0: route({
    method: "DELETE",
    summary: "Delete a labeling rule, if it is there",
    ...one,
    replies: { 200: z.null() },
  }),
};
