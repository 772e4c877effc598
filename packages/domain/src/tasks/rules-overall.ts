import type { CoverageMetrics, RuleMetrics } from "./rule-metrics.ts";

/** Sums over all rules, from the metrics of each (RUL-07, RUL-21, RUL-25). */
export type RuleSums = { readonly correct: number; readonly incorrect: number; readonly precision: number | null };

export function ruleSums(metrics: readonly Pick<RuleMetrics, "correct" | "incorrect">[]): RuleSums {
  const correct = metrics.reduce((sum, rule) => sum + (rule.correct ?? 0), 0);
  const incorrect = metrics.reduce((sum, rule) => sum + (rule.incorrect ?? 0), 0);
  const judged = correct + incorrect;
  return { correct, incorrect, precision: judged === 0 ? null : correct / judged };
}

/** Number of found records (RUL-10): replies contain only the share. */
export const foundRecords = ({ totalRecords, coverage }: CoverageMetrics): number =>
  Math.round(totalRecords * (coverage ?? 0));

/** Number of found records among the annotated ones. */
export const foundAnnotated = ({ annotatedRecords, coverageAnnotated }: CoverageMetrics): number =>
  Math.round(annotatedRecords * (coverageAnnotated ?? 0));

/** The queries of each label's rules. Labels without a rule are listed too (RUL-25), so that gaps are visible. */
export function queriesByLabel(
  labels: readonly string[],
  rules: readonly { readonly query: string; readonly labels: readonly string[] }[],
): ReadonlyMap<string, readonly string[]> {
  const queries = new Map<string, string[]>(labels.map((label) => [label, []]));
  for (const rule of rules) {
    for (const label of new Set(rule.labels)) {
      const known = queries.get(label);
      if (known) known.push(rule.query);
      else queries.set(label, [rule.query]);
    }
  }
  return queries;
}
