import { coverageFromWire, labelingRuleFromWire, ruleMetricsFromWire } from "@postil/contract/tasks/rules-mapping";
import {
  type ActiveRule,
  asActive,
  isAsSaved,
  ruleOf,
  type SavedRule,
  stateOf,
  toStore,
} from "@postil/domain/tasks/active-rule";
import type { CoverageMetrics, LabelingRule, RuleMetrics } from "@postil/domain/tasks/labeling-rule";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { api } from "../../../lib/api/api.ts";

/** The dataset of the rules: its name is unique only within its workspace (TEN-02). */
export type RulesOf = { readonly name: string; readonly workspaceName: string };

const about = ({ name, workspaceName }: RulesOf) => ({ params: { name }, query: { workspace: workspaceName } });
const aboutOne = ({ name, workspaceName }: RulesOf, query: string) => ({
  params: { name, query },
  query: { workspace: workspaceName },
});

/** The caller shows a failure in place; if the dataset is lost, its page shows that instead (design/states.md). */
const calling = ({ workspaceName, name }: RulesOf, signal?: AbortSignal) => ({
  quiet: true,
  dataset: taskDatasetKey(workspaceName, name),
  ...(signal === undefined ? {} : { signal }),
});

/** The rules of a dataset, oldest first (RUL-05). */
export async function listRules(dataset: RulesOf, signal?: AbortSignal): Promise<readonly LabelingRule[]> {
  return (await api.call("listLabelingRulesV0", about(dataset), calling(dataset, signal))).map(labelingRuleFromWire);
}

/** Another user changed the rule that was to be saved. */
export class RuleChanged extends Error {
  readonly now: LabelingRule;

  constructor(now: LabelingRule) {
    super(`The rule '${now.query}' was changed meanwhile`);
    this.now = now;
  }
}

/**
 * Creates the rule, or changes an existing one (RUL-08, RUL-09, RUL-16). The stored rule must still be the one that the form
 * started from. It is read right before the write, because the wire has no conditional write for rules.
 */
export async function saveRule(dataset: RulesOf, rule: ActiveRule, base: LabelingRule | null): Promise<SavedRule> {
  const { query, labels, description } = toStore(rule);
  const now = await findRule(dataset, query);
  const isExpected = now === null || stateOf(rule, [now]) === "stored" || isSameRule(base, now);
  if (!isExpected) throw new RuleChanged(now);
  const made = { ...about(dataset), body: { query, labels: [...labels], description } };
  const created = await api.call("createLabelingRuleV0", made, { ...calling(dataset), accept: [409] });
  if (created !== null) return { before: null, stored: labelingRuleFromWire(created) };
  // The rule was created between reading and writing, or existed before.
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
 * Restores a rule to its state before the save, unless others have changed it since. Returns the rule as it is now. The wire
 * has no conditional write for rules: a save by others between the read and the write is overwritten.
 */
export async function takeBackRule(
  dataset: RulesOf,
  saved: SavedRule,
): Promise<{ readonly isTakenBack: boolean; readonly now: LabelingRule | null }> {
  const { before, stored } = saved;
  const now = await findRule(dataset, stored.query);
  if (!isAsSaved(saved, now)) return { isTakenBack: false, now };
  // An update cannot remove a description, only empty it.
  if (before !== null)
    return { isTakenBack: true, now: await changeRule(dataset, { ...before, description: before.description ?? "" }) };
  await deleteRule(dataset, stored.query);
  return { isTakenBack: true, now: null };
}

/**
 * A stored rule by its query; null if there is none. The call for a single rule returns metrics if the query ends in that word
 * (RUL-13).
 */
const findRule = async (dataset: RulesOf, query: string): Promise<LabelingRule | null> =>
  ruleOf(await listRules(dataset), query);

export async function deleteRule(dataset: RulesOf, query: string): Promise<void> {
  await api.call("deleteLabelingRuleV0", aboutOne(dataset, query), calling(dataset));
}

/** The metrics of a query with some labels; without labels, those of its stored rule (RUL-10, RUL-11). */
export async function fetchRuleMetrics(
  dataset: RulesOf,
  { query, labels }: Pick<ActiveRule, "query" | "labels">,
  signal: AbortSignal,
): Promise<RuleMetrics> {
  const { params, query: place } = aboutOne(dataset, query);
  const request = { params, query: labels.length > 0 ? { ...place, label: [...labels] } : place };
  return ruleMetricsFromWire(await api.call("getLabelingRuleMetricsV0", request, calling(dataset, signal)));
}

/** The metrics of all rules together; do not call it if there are no rules (RUL-06). */
export async function fetchAllRulesMetrics(dataset: RulesOf, signal: AbortSignal): Promise<CoverageMetrics> {
  return coverageFromWire(await api.call("getLabelingRulesMetricsV0", about(dataset), calling(dataset, signal)));
}

/** The number of records that none of the queries finds. */
export async function countUncovered(dataset: RulesOf, queries: readonly string[], signal: AbortSignal) {
  const { name, workspaceName } = dataset;
  const request = {
    params: { name, task: "TextClassification" as const },
    // A search that does not start at the first record computes only the total.
    query: { workspace: workspaceName, from: 1, limit: 0 },
    body: { query: { uncovered_by_rules: [...queries] } },
  };
  return (await api.call("searchTaskRecordsV0", request, calling(dataset, signal))).total;
}
