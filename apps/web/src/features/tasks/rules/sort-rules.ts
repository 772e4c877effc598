import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { RuleMetrics } from "@postil/domain/tasks/rule-metrics";

export const SORT_KEYS = [
  "query",
  "labels",
  "coverage",
  "annotated",
  "correct",
  "incorrect",
  "precision",
  "created",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type RulesSort = { readonly key: SortKey; readonly descending: boolean };

export const NEWEST_FIRST: RulesSort = { key: "created", descending: true };

export type RuleRow = { readonly rule: LabelingRule; readonly metrics: RuleMetrics | null };

const VALUES: { readonly [Key in SortKey]: (row: RuleRow) => string | number | null } = {
  query: ({ rule }) => rule.query,
  labels: ({ rule }) => rule.labels.join(", "),
  coverage: ({ metrics }) => metrics?.coverage ?? null,
  annotated: ({ metrics }) => metrics?.coverageAnnotated ?? null,
  correct: ({ metrics }) => metrics?.correct ?? null,
  incorrect: ({ metrics }) => metrics?.incorrect ?? null,
  precision: ({ metrics }) => metrics?.precision ?? null,
  created: ({ rule }) => rule.createdAt,
};

const TEXTS: readonly SortKey[] = ["query", "labels"];

/** Another column begins as one wants to see it: texts at A, numbers with the highest; the same one turns round. */
export const nextSort = (sort: RulesSort, key: SortKey): RulesSort =>
  sort.key === key ? { key, descending: !sort.descending } : { key, descending: !TEXTS.includes(key) };

/** What is not known stands last either way. */
export function sortRules(rows: readonly RuleRow[], { key, descending }: RulesSort): readonly RuleRow[] {
  const read = VALUES[key];
  const order = (a: RuleRow, b: RuleRow): number => {
    const [one, other] = [read(a), read(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    const ascending = typeof one === "string" ? one.localeCompare(String(other)) : one - Number(other);
    return descending ? -ascending : ascending;
  };
  return [...rows].sort(order);
}

/** Rules with all of some words in their queries, whatever the case. */
export function findRules(rows: readonly RuleRow[], sought: string): readonly RuleRow[] {
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ rule }) => words.every((word) => rule.query.toLowerCase().includes(word)));
}
