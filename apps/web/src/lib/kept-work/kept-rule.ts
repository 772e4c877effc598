import { asObject } from "@postil/domain/json-object";
import type { TypedRule } from "@postil/domain/tasks/active-rule";
import { keptForDatasets } from "./kept-for-datasets.ts";
import { RULES } from "./kept-values.ts";

/** Number of rules kept per dataset, the newest ones. */
const MOST = 20;

const rules = keptForDatasets(RULES);

/** The datasets with stored, unfinished rules of the user, by `workspace/name`. */
export const datasetsWithKeptRule = rules.datasets;

/** The unfinished rules of a user for a dataset, one for each query, newest last. */
export function keptRules(userId: string, dataset: string): readonly TypedRule[] {
  // An older version stored a single rule per dataset, without a list.
  return [rules.read(userId, dataset)].flat().flatMap((kept) => {
    const { query, labels, description, from } = asObject(kept) ?? {};
    if (typeof query !== "string" || typeof description !== "string" || !Array.isArray(labels)) return [];
    const rule = { query, description, labels: labels.filter((label) => typeof label === "string") };
    return typeof from === "string" ? { ...rule, from } : rule;
  });
}

/** Stores a rule beside those of other queries, which may come from another tab. */
export function keepRule(userId: string, dataset: string, rule: TypedRule): void {
  rules.keep(userId, dataset, [...without(userId, dataset, rule.query), rule].slice(-MOST));
}

/** Removes the rule of a query, or all rules if no query is given. */
export function forgetRule(userId: string, dataset: string, query?: string): void {
  const left = query === undefined ? [] : without(userId, dataset, query);
  rules.keep(userId, dataset, left.length === 0 ? null : left);
}

const without = (userId: string, dataset: string, query: string) =>
  keptRules(userId, dataset).filter((rule) => rule.query !== query);
