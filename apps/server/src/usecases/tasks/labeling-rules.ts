import { Refusal } from "@postil/domain/refusal";
import type { QueryTree } from "@postil/domain/search/query-tree";
import {
  EVERY_TASK_RECORD,
  readableRules,
  readRules,
  readTaskQuery,
  type UnreadableRule,
} from "@postil/domain/search/task-query";
import {
  type LabelingRule,
  labelsOfChangedRule,
  labelsOfNewRule,
  RULES_BOUND,
} from "@postil/domain/tasks/labeling-rule";
import {
  type CoverageMetrics,
  coverageMetrics,
  type RuleMetrics,
  ruleMetrics,
} from "@postil/domain/tasks/rule-metrics";
import { type FoundRecords, foundRecords } from "../../records/found-records.ts";
import { noteAudit } from "../../storage/audit.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import {
  insertLabelingRule,
  readLabelingRule,
  readLabelingRules,
  removeLabelingRules,
  ruleTexts,
  sizeOfRules,
  updateLabels,
} from "../../storage/labeling-rules.ts";
import type { Context } from "../../storage/store.ts";
import { refuseBeyond } from "../refuse-beyond.ts";
import { refuseTaken } from "../refuse-taken.ts";
import { requireCaller } from "../require-caller.ts";
import { loadTaskSearch, type TaskSearch } from "./find-records.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetOf } from "./load-task-dataset.ts";

/** Labeling rules exist only for text classification. Every member may read and write them (RUL-23). */
type RulesAt = TaskDatasetOf<"TextClassification">;

/** The rules of a dataset, oldest first (contract api-v0 row 34, RUL-05). */
async function listLabelingRules(context: Context, at: RulesAt): Promise<LabelingRule[]> {
  const { key } = await loadTaskDatasetForMember(context, at);
  return readLabelingRules(context.db, key);
}

type LabelingRuleAt = RulesAt & { readonly query: string };

/** One rule (contract api-v0 row 36, RUL-03). */
async function getLabelingRule(context: Context, { query, ...at }: LabelingRuleAt): Promise<LabelingRule> {
  const { key } = await loadTaskDatasetForMember(context, at);
  return loadLabelingRule(context, key, query);
}

/** The rule with a query, or 404. */
async function loadLabelingRule({ db }: Context, datasetKey: number, query: string): Promise<LabelingRule> {
  const rule = await readLabelingRule(db, datasetKey, query);
  if (!rule) {
    const subject = { type: "ServiceLabelingRule", name: query };
    throw new Refusal("not_found", `There is no rule with the query \`${query}\``, subject);
  }
  return rule;
}

/** A rule as the client sent it. */
type GivenRule = Pick<LabelingRule, "query" | "labels" | "label" | "description">;

/**
 * Adds a rule. Its query is its name. The query is not parsed until its metrics are requested (contract api-v0 row 35,
 * RUL-08).
 */
export async function createLabelingRule(
  context: Context,
  { rule: given, ...at }: RulesAt & { readonly rule: GivenRule },
): Promise<LabelingRule> {
  const { db, now } = context;
  const { key } = await loadTaskDatasetForMember(context, at);
  const rules = db.selectFrom("labeling_rule").select("key").where("dataset_key", "=", key);
  const { query, description } = given;
  await refuseTaken(
    rules.where("query", "=", query),
    () =>
      new Refusal("conflict", `There is a rule with the query \`${query}\` already`, {
        name: query,
        type: "ServiceLabelingRule",
      }),
  );
  const { username: author } = requireCaller(context);
  const rule = { query, description, author, createdAt: now(), ...labelsOfNewRule(given) };
  refuseBeyond(RULES_BOUND, await sizeOfRules(db, key), ruleTexts(rule));
  await insertLabelingRule(db, key, rule);
  return rule;
}

/** Replaces the labels of a rule, and its description if one is given (contract api-v0 row 37, RUL-09). */
export async function updateLabelingRule(
  context: Context,
  { rule: given, ...at }: RulesAt & { readonly rule: GivenRule },
): Promise<LabelingRule> {
  const { key } = await loadTaskDatasetForMember(context, at);
  const before = await loadLabelingRule(context, key, given.query);
  const rule = { ...before, ...labelsOfChangedRule(given), description: given.description ?? before.description };
  refuseBeyond(RULES_BOUND, await sizeOfRules(context.db, key), ruleTexts(rule), ruleTexts(before));
  await updateLabels(context.db, key, rule);
  return rule;
}

/** Deletes a rule. An unknown rule is not an error: clients delete each rule twice (contract api-v0 row 38, RUL-04). */
export async function deleteLabelingRule(context: Context, { query, ...at }: LabelingRuleAt): Promise<void> {
  const { key, name: dataset, workspace } = await loadTaskDatasetForMember(context, at);
  if ((await removeLabelingRules(context.db, key, query)) === 0) return;
  await noteAudit(context, { kind: "setting_deleted", told: { dataset, workspace, what: "rule", name: query } });
}

/** The parsed query of a rule. It covers records of any status (contract search-semantics 7). */
export const readRuleQuery = (query: string, search: TaskSearch): QueryTree =>
  readTaskQuery({ ...EVERY_TASK_RECORD, text: query }, search).tree;

/** `labels`: replace those of the stored rule; if empty, the rule's labels are used. */
type RuleMetricsWanted = LabelingRuleAt & { readonly labels: readonly string[] };

/** The quality of a query as a rule, even if no such rule is stored (contract api-v0 row 40, RUL-02, RUL-10). */
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

type RulesMetrics = CoverageMetrics & { readonly unreadable: readonly UnreadableRule[] };

/**
 * Number of records that any of the rules finds. Rules with an unreadable query are listed (contract api-v0 row 39, RUL-06).
 */
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

export const labelingRuleCalls = {
  reads: { listLabelingRules, getLabelingRule, getRuleMetrics, getRulesMetrics },
  writes: { createLabelingRule, updateLabelingRule, deleteLabelingRule },
} as const;
