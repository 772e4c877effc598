import type { QueryTree } from "@postil/domain/search/query-tree";
import { readRules } from "@postil/domain/search/task-query";
import { NO_COUNTS } from "@postil/domain/tasks/metric-summary";
import type { FoundRecords } from "../../records/found-records.ts";
import { readRuleQuery } from "../labeling-rules/read-rule-query.ts";
import type { Summarize } from "./metric-question.ts";

/** What rules that need not be stored find among the records. */

const LABELED: QueryTree = { kind: "exists", field: ["annotated_as"] };

const coverage = async (covered: FoundRecords) => ({
  covered: covered.count,
  annotatedCovered: (await covered.within(LABELED)).count,
});

export const summarizeRules: Summarize = async ({ search, found, options: { queries } }) => {
  if (queries.length === 0) return NO_COUNTS;
  return { kind: "rules", rules: await coverage(await found.within(readRules(queries, search))) };
};

export const summarizeRule: Summarize = async ({ search, found, options: { ruleQuery, labels } }) => {
  if (ruleQuery === null) return NO_COUNTS;
  const covered = await found.within(readRuleQuery(ruleQuery, search));
  const { covered: count, annotatedCovered } = await coverage(covered);
  const countsIn = async (records: FoundRecords) =>
    new Map((await records.facet(["annotated_as"], null)).counts.map(({ value, count: had }) => [String(value), had]));
  const [there, all] = [await countsIn(covered), await countsIn(found)];
  const ofLabels = [...new Set(labels)].map((label) => {
    const correct = there.get(label) ?? 0;
    const precision = annotatedCovered === 0 ? null : correct / annotatedCovered;
    return { label, correct, incorrect: annotatedCovered - correct, annotated: all.get(label) ?? 0, precision };
  });
  return { kind: "rule", rule: { covered: count, annotatedCovered, labels: ofLabels } };
};
