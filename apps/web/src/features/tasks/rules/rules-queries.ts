import type { ActiveRule } from "@postil/domain/tasks/active-rule";
import {
  type CoverageMetrics,
  type LabelingRule,
  type RuleMetrics,
  rulesToRefresh,
} from "@postil/domain/tasks/labeling-rule";
import { foundRecords, queriesByLabel, type RuleSums, ruleSums } from "@postil/domain/tasks/rule-matches";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { freshFor, LIFETIMES } from "../../../lib/api/api.ts";
import { taskDatasetKey } from "../../../lib/api/queries/task-dataset.ts";
import { fetchMultiLabel, fetchTextRecords } from "../wire/rule-records.ts";
import { countUncovered, fetchAllRulesMetrics, fetchRuleMetrics, type RulesOf } from "../wire/rules-api.ts";
import { rulesKey } from "./rules-query.ts";

/**
 * The rules of a dataset and their figures (TEN-05). A repeated request has its own key, so that a late reply does not replace
 * it.
 */

const staleTime = freshFor(LIFETIMES.datasetParts);

export const figuresKey = (dataset: RulesOf) => [...rulesKey(dataset), "figures"] as const;

/** True if records may have several labels; this never changes. */
export const multiLabelQuery = (dataset: RulesOf) =>
  queryOptions({
    queryKey: [...taskDatasetKey(dataset.workspaceName, dataset.name), "multi-label"],
    queryFn: ({ signal }) => fetchMultiLabel(dataset, signal),
    staleTime,
  });

type Queried = Pick<ActiveRule, "query" | "labels">;
const signature = (rules: readonly Queried[]) => rules.map(({ query, labels }) => [query, [...labels].sort()]);

/** The figures of a query with some labels, stored or not (RUL-10, RUL-20). */
export const ruleMetricsQuery = (dataset: RulesOf, rule: Queried) =>
  queryOptions({
    queryKey: [...figuresKey(dataset), "one", ...signature([rule])],
    queryFn: ({ signal }): Promise<RuleMetrics> => fetchRuleMetrics(dataset, rule, signal),
    staleTime,
    // An unreadable query stays unreadable, so there is no retry.
    retry: false,
  });

export type AllRulesFigures = {
  readonly coverage: CoverageMetrics | null;
  readonly sums: RuleSums;
  /** By query of the rule; an unreadable query has no entry. */
  readonly each: ReadonlyMap<string, RuleMetrics>;
};

const AT_ONCE = 4;

/** The figures of all rules together, and of each rule alone (RUL-06, RUL-07, RUL-18, RUL-19). */
export const allRulesQuery = (dataset: RulesOf, rules: readonly LabelingRule[] | undefined) =>
  queryOptions({
    queryKey: [...figuresKey(dataset), "all", rules === undefined ? null : signature(rules)],
    queryFn: async ({ signal, client }): Promise<AllRulesFigures> => {
      const known = rulesToRefresh(rules);
      if (known.length === 0) return { coverage: null, sums: ruleSums([]), each: new Map() };
      const read = await inTurns(known, AT_ONCE, (rule) => metricsOf(client, dataset, rule));
      const each = new Map(
        read.flatMap((metrics, at) => (metrics ? [[known[at]?.query ?? "", metrics] as const] : [])),
      );
      // A single unreadable query makes the shared figures fail.
      const coverage = await fetchAllRulesMetrics(dataset, signal).catch(() => null);
      return { coverage, sums: ruleSums([...each.values()]), each };
    },
    staleTime,
    retry: false,
  });

const metricsOf = (client: QueryClient, dataset: RulesOf, rule: LabelingRule): Promise<RuleMetrics | null> =>
  client.fetchQuery(ruleMetricsQuery(dataset, rule)).catch(() => null);

/** The number of records that the rules of each label find together (RUL-25); null if it is unknown. */
export const labelCountsQuery = (
  dataset: RulesOf,
  labels: readonly string[],
  rules: readonly LabelingRule[],
  figures: AllRulesFigures | undefined,
) =>
  queryOptions({
    queryKey: [...figuresKey(dataset), "labels", labels, signature(rules)],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number | null>> => {
      const byLabel = [...queriesByLabel(labels, rules)];
      const counts = await inTurns(byLabel, AT_ONCE, ([, queries]) => countOf(dataset, queries, figures, signal));
      return new Map(byLabel.map(([label], at) => [label, counts[at] ?? null]));
    },
    enabled: figures !== undefined,
    staleTime,
  });

/** The records that several rules find are all records minus those that none of them finds. */
async function countOf(
  dataset: RulesOf,
  queries: readonly string[],
  figures: AllRulesFigures | undefined,
  signal: AbortSignal,
): Promise<number | null> {
  const [first] = queries;
  if (first === undefined) return 0;
  const metrics = figures?.each.get(first);
  if (metrics === undefined) return null;
  if (queries.length === 1) return foundRecords(metrics);
  const uncovered = await countUncovered(dataset, queries, signal).catch(() => null);
  return uncovered === null ? null : metrics.totalRecords - uncovered;
}

export const textRecordsQuery = (dataset: RulesOf, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...figuresKey(dataset), "records", ids],
    queryFn: ({ signal }) => fetchTextRecords(dataset, ids, signal),
  });

/** Loads every figure again: a rule changed, or users annotated meanwhile (RUL-16). */
export const refreshFigures = (client: QueryClient, dataset: RulesOf): Promise<void> =>
  client.invalidateQueries({ queryKey: figuresKey(dataset) });

/** Runs `work` for each item, `atOnce` items at a time; the results are in the order of the items. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const take = async () => {
    for (const [at, item] of waiting) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, take));
  return results;
}
