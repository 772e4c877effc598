import { coverageFromWire, labelingRuleFromWire, ruleMetricsFromWire } from "@postil/contract/mapping/labeling-rules";
import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import type { CoverageMetrics, RuleMetrics } from "@postil/domain/tasks/rule-metrics";
import {
  type ActiveRule,
  asActive,
  isAsSaved,
  ruleOf,
  type SavedRule,
  stateOf,
  toStore,
} from "@postil/domain/tasks/rules-active";
import { api } from "../../../lib/api/api.ts";

/** Whose rules: names of datasets are told apart within their workspace (TEN-02). */
export type RulesOf = { readonly name: string; readonly workspaceName: string };

const about = ({ name, workspaceName }: RulesOf) => ({ params: { name }, query: { workspace: workspaceName } });
const aboutOne = ({ name, workspaceName }: RulesOf, query: string) => ({
  params: { name, query },
  query: { workspace: workspaceName },
});

/** Whoever calls says a failure in its place; of a dataset that is lost its page says that instead (design/states.md). */
const calling = ({ workspaceName, name }: RulesOf, signal?: AbortSignal) => ({
  quiet: true,
  dataset: taskDatasetKey(workspaceName, name),
  ...(signal === undefined ? {} : { signal }),
});

/** The rules of a dataset, oldest first (RUL-05). */
export async function listRules(dataset: RulesOf, signal?: AbortSignal): Promise<readonly LabelingRule[]> {
  return (await api.call("listLabelingRulesV0", about(dataset), calling(dataset, signal))).map(labelingRuleFromWire);
}

/** What somebody else has made meanwhile of the rule that is to be saved. */
export class RuleChanged extends Error {
  readonly now: LabelingRule;

  constructor(now: LabelingRule) {
    super(`The rule '${now.query}' was changed meanwhile`);
    this.now = now;
  }
}

/**
 * Makes the rule; one that is there already is changed (RUL-08, RUL-09, RUL-16). What its form was made from has to stand there still:
 * it is read right before, for the wire has no condition for rules.
 */
export async function saveRule(dataset: RulesOf, rule: ActiveRule, base: LabelingRule | null): Promise<SavedRule> {
  const { query, labels, description } = toStore(rule);
  const now = await findRule(dataset, query);
  const isExpected = now === null || stateOf(rule, [now]) === "stored" || isSameRule(base, now);
  if (!isExpected) throw new RuleChanged(now);
  const made = { ...about(dataset), body: { query, labels: [...labels], description } };
  const created = await api.call("createLabelingRuleV0", made, { ...calling(dataset), accept: [409] });
  if (created !== null) return { before: null, stored: labelingRuleFromWire(created) };
  // Made between the reading and the writing, or there before.
  const before = now ?? (await findRule(dataset, query));
  return { before, stored: await changeRule(dataset, { query, labels, description }) };
}

const isSameRule = (base: LabelingRule | null, now: LabelingRule): boolean =>
  base !== null && stateOf(asActive(base), [now]) === "stored";

async function changeRule(dataset: RulesOf, { query, labels, description }: ActiveRule): Promise<LabelingRule> {
  const changed = { ...aboutOne(dataset, query), body: { labels: [...labels], description } };
  return labelingRuleFromWire(await api.call("updateLabelingRuleV0", changed, calling(dataset)));
}

/**
 * Makes a rule what it was before it was saved, unless others changed it since; and what stands there now. The wire has no
 * condition for rules: what others save between the reading and the write is written over.
 */
export async function takeBackRule(
  dataset: RulesOf,
  saved: SavedRule,
): Promise<{ readonly isTakenBack: boolean; readonly now: LabelingRule | null }> {
  const { before, stored } = saved;
  const now = await findRule(dataset, stored.query);
  if (!isAsSaved(saved, now)) return { isTakenBack: false, now };
  // A change cannot take a description away, only empty it.
  if (before !== null)
    return { isTakenBack: true, now: await changeRule(dataset, { ...before, description: before.description ?? "" }) };
  await deleteRule(dataset, stored.query);
  return { isTakenBack: true, now: null };
}

/** A stored rule by its query; null: there is none. The call for one answers metrics where the query ends in that word (RUL-13). */
const findRule = async (dataset: RulesOf, query: string): Promise<LabelingRule | null> =>
  ruleOf(await listRules(dataset), query);

export async function deleteRule(dataset: RulesOf, query: string): Promise<void> {
  await api.call("deleteLabelingRuleV0", aboutOne(dataset, query), calling(dataset));
}

/** How a query does with some labels; without any, with those of its stored rule (RUL-10, RUL-11). */
export async function fetchRuleMetrics(
  dataset: RulesOf,
  { query, labels }: Pick<ActiveRule, "query" | "labels">,
  signal: AbortSignal,
): Promise<RuleMetrics> {
  const { params, query: place } = aboutOne(dataset, query);
  const request = { params, query: labels.length > 0 ? { ...place, label: [...labels] } : place };
  return ruleMetricsFromWire(await api.call("getLabelingRuleMetricsV0", request, calling(dataset, signal)));
}

/** What all rules find together; not to be called without rules (RUL-06). */
export async function fetchAllRulesMetrics(dataset: RulesOf, signal: AbortSignal): Promise<CoverageMetrics> {
  return coverageFromWire(await api.call("getLabelingRulesMetricsV0", about(dataset), calling(dataset, signal)));
}

/** How many records none of some queries finds. */
export async function countUncovered(dataset: RulesOf, queries: readonly string[], signal: AbortSignal) {
  const { name, workspaceName } = dataset;
  const request = {
    params: { name, task: "TextClassification" as const },
    // From the second record on nothing but the number is counted.
    query: { workspace: workspaceName, from: 1, limit: 0 },
    body: { query: { uncovered_by_rules: [...queries] } },
  };
  return (await api.call("searchTaskRecordsV0", request, calling(dataset, signal))).total;
}
