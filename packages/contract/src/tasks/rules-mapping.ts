import type { CoverageMetrics, LabelingRule, RuleMetrics } from "@postil/domain/tasks/labeling-rule";
import { asFloat } from "@postil/domain/text/json-text";
import { timeFromWire, timeToWire } from "../wire/mapping.ts";
import type { WireCoverageMetrics, WireLabelingRule, WireRuleMetrics } from "./settings.ts";

export const labelingRuleToWire = (rule: LabelingRule): WireLabelingRule => ({
  ...(rule.label === null ? {} : { label: rule.label }),
  labels: [...rule.labels],
  ...(rule.description === null ? {} : { description: rule.description }),
  query: rule.query,
  author: rule.author,
  created_at: timeToWire(rule.createdAt),
});

export const labelingRuleFromWire = (rule: WireLabelingRule): LabelingRule => ({
  query: rule.query,
  labels: rule.labels,
  label: rule.label ?? null,
  description: rule.description ?? null,
  author: rule.author,
  createdAt: timeFromWire(rule.created_at),
});

/** An object with one member, or empty if the value is null; clients read the value as a float. */
const present = <const Name extends string>(name: Name, value: number | null) =>
  (value === null ? {} : { [name]: asFloat(value) }) as { [N in Name]?: number }; // one member, or none

export const coverageToWire = (metrics: CoverageMetrics): WireCoverageMetrics => ({
  ...present("coverage", metrics.coverage),
  ...present("coverage_annotated", metrics.coverageAnnotated),
  total_records: metrics.totalRecords,
  annotated_records: metrics.annotatedRecords,
});

export const ruleMetricsToWire = (metrics: RuleMetrics): WireRuleMetrics => ({
  ...coverageToWire(metrics),
  ...present("correct", metrics.correct),
  ...present("incorrect", metrics.incorrect),
  ...present("precision", metrics.precision),
});

export const coverageFromWire = (metrics: WireCoverageMetrics): CoverageMetrics => ({
  totalRecords: metrics.total_records,
  annotatedRecords: metrics.annotated_records,
  coverage: metrics.coverage ?? null,
  coverageAnnotated: metrics.coverage_annotated ?? null,
});

export const ruleMetricsFromWire = (metrics: WireRuleMetrics): RuleMetrics => ({
  ...coverageFromWire(metrics),
  correct: metrics.correct ?? null,
  incorrect: metrics.incorrect ?? null,
  precision: metrics.precision ?? null,
});
