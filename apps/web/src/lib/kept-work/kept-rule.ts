import { asObject } from "@postil/domain/json-object";
import type { TypedRule } from "@postil/domain/tasks/rule-form";
import { keptForDatasets } from "./kept-for-datasets.ts";
import { RULES } from "./kept-values.ts";

/** Of a dataset the newest are kept. */
const MOST = 20;

const rules = keptForDatasets(RULES);

/** The datasets for which somebody was writing rules that are kept, by `workspace/name`. */
export const datasetsWithKeptRule = rules.datasets;

/** The rules that somebody was writing for a dataset and has not stored, one for each query, the newest last. */
export function keptRules(userId: string, dataset: string): readonly TypedRule[] {
  // One rule by itself is what was kept when there was one for a dataset.
  return [rules.read(userId, dataset)].flat().flatMap((kept) => {
    const { query, labels, description, from } = asObject(kept) ?? {};
    if (typeof query !== "string" || typeof description !== "string" || !Array.isArray(labels)) return [];
    const rule = { query, description, labels: labels.filter((label) => typeof label === "string") };
    return typeof from === "string" ? { ...rule, from } : rule;
  });
}

/** Keeps a rule beside those of other queries, which another tab may have kept. */
export function keepRule(userId: string, dataset: string, rule: TypedRule): void {
  rules.keep(userId, dataset, [...without(userId, dataset, rule.query), rule].slice(-MOST));
}

/** Of a query, or without one of all, nothing is left to lose. */
export function forgetRule(userId: string, dataset: string, query?: string): void {
  const left = query === undefined ? [] : without(userId, dataset, query);
  rules.keep(userId, dataset, left.length === 0 ? null : left);
}

const without = (userId: string, dataset: string, query: string) =>
  keptRules(userId, dataset).filter((rule) => rule.query !== query);
