import type { QueryTree } from "@postil/domain/search/query-tree";
import { readableRules, readRules, type UnreadableRule } from "@postil/domain/search/task-query";
import {
  type CoverageMetrics,
  coverageMetrics,
  type RuleMetrics,
  ruleMetrics,
} from "@postil/domain/tasks/rule-metrics";
import { type FoundRecords, foundRecords } from "../../records/found-records.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import { readLabelingRule, readLabelingRules } from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, requireOpen } from "../task-datasets/load-task-dataset.ts";
import { loadTaskSearch, type TaskSearch } from "../task-records/task-search.ts";
import type { LabelingRuleAt } from "./get-labeling-rule.ts";
import type { RulesAt } from "./list-labeling-rules.ts";
import { readRuleQuery } from "./read-rule-query.ts";

/** `labels`: in place of those of the stored rule; none: the rule's. */
export type RuleMetricsWanted = LabelingRuleAt & { readonly labels: readonly string[] };

/** How well a query does as a rule, whether it is one or not (contract api-v0 row 40, RUL-02, RUL-10). */
export async function getRuleMetrics(
  context: Context,
  { query, labels, ...at }: RuleMetricsWanted,
): Promise<RuleMetrics> {
  const row = await loadOpen(context, at);
  const search = await loadTaskSearch(context, row);
  const wanted = labels.length > 0 ? labels : ((await readLabelingRule(context.db, row.key, query))?.labels ?? []);
  const found = await foundRecords(context, search, readRuleQuery(query, search));
  const labeled = await found.facet(["annotated_as"], null);
  const counts = new Map(labeled.counts.map(({ value, count }) => [String(value), count]));
  return ruleMetrics({
    ...(await coverageOf(context, row, search, found)),
    foundWith: [...new Set(wanted)].map((label) => counts.get(label) ?? 0),
  });
}

export type RulesMetrics = CoverageMetrics & { readonly unreadable: readonly UnreadableRule[] };

/** How many records any of the rules finds; those whose query cannot be read are named (contract api-v0 row 39, RUL-06). */
export async function getRulesMetrics(context: Context, at: RulesAt): Promise<RulesMetrics> {
  const row = await loadOpen(context, at);
  const search = await loadTaskSearch(context, row);
  const rules = await readLabelingRules(context.db, row.key);
  const { readable, unreadable } = readableRules(
    rules.map(({ query }) => query),
    search,
  );
  const found = await foundRecords(context, search, readRules(readable, search));
  return { ...coverageMetrics(await coverageOf(context, row, search, found)), unreadable };
}

async function loadOpen(context: Context, at: RulesAt): Promise<TaskDatasetRow> {
  const row = await loadTaskDatasetForMember(context, at);
  requireOpen(row);
  return row;
}

const LABELED: QueryTree = { kind: "exists", field: ["annotated_as"] };
const ANNOTATED: QueryTree = { kind: "exists", field: ["annotated_by"] };

const coverageOf = async (context: Context, row: TaskDatasetRow, search: TaskSearch, found: FoundRecords) => ({
  records: row.record_count,
  annotated: (await foundRecords(context, search, ANNOTATED)).count,
  found: found.count,
  foundLabeled: (await found.within(LABELED)).count,
});
