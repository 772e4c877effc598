import type { F1Scores } from "@postil/domain/tasks/f1-scores";
import type { LabelOfRule, MetricSummary, RuleSummary } from "@postil/domain/tasks/metric-summary";
import { asFloat } from "@postil/domain/text/json-numbers";
import { objectInOrder } from "../wire/ordered-json.ts";
import { countsToWire, mentionsToWire, metadataToWire } from "./task-aggregations.ts";

/**
 * The result of a metric as JSON: its members are in the order in which clients show them (contract api-v0 section 9).
 */
export function metricSummaryToJson(summary: MetricSummary): string {
  switch (summary.kind) {
    case "counts":
      return countsToWire(summary.counts);
    case "groups":
      return mentionsToWire(summary.groups);
    case "metadata":
      return metadataToWire(summary.metadata, true);
    case "labels":
      return JSON.stringify({ labels: summary.labels });
    case "label scores":
      return summary.scores ? scoresToJson(summary.scores, true) : "{}";
    case "entity scores":
      return scoresToJson(summary.scores, false);
    case "consistency":
      return JSON.stringify({ mentions: summary.mentions });
    case "rules":
      return objectInOrder(ruleMembers(summary.rules));
    case "rule":
      return ruleToJson(summary.rule);
  }
}

type Member = readonly [name: string, json: string];

const float = (value: number): string => JSON.stringify(asFloat(value));

/** The averages first, then each label in the order of its first occurrence. */
function scoresToJson({ macro, micro, labels }: F1Scores, withSupport: boolean): string {
  const averages = [
    ["macro", macro],
    ["micro", micro],
  ] as const;
  return objectInOrder([
    ...averages.flatMap(([name, { precision, recall, f1 }]): Member[] => [
      [`precision_${name}`, float(precision)],
      [`recall_${name}`, float(recall)],
      [`f1_${name}`, float(f1)],
    ]),
    ...labels.flatMap(({ label, precision, recall, f1, support }): Member[] => [
      [`${label}_precision`, float(precision)],
      [`${label}_recall`, float(recall)],
      [`${label}_f1`, float(f1)],
      ...(withSupport ? [[`${label}_support`, String(support)] as const] : []),
    ]),
  ]);
}

const ruleMembers = ({ covered, annotatedCovered }: RuleSummary): Member[] => [
  ["covered_records", String(covered)],
  ["annotated_covered_records", String(annotatedCovered)],
];

function ruleToJson({ labels, ...rule }: RuleSummary & { readonly labels: readonly LabelOfRule[] }): string {
  const correct = labels.reduce((sum, label) => sum + label.correct, 0);
  const incorrect = labels.reduce((sum, label) => sum + label.incorrect, 0);
  const precision = correct + incorrect === 0 ? null : correct / (correct + incorrect);
  return objectInOrder([
    ...ruleMembers(rule),
    ...labels.map(
      (label): Member => [
        label.label,
        objectInOrder([...decided(label), ["annotated", String(label.annotated)], ...precisionOf(label.precision)]),
      ],
    ),
    ...decided({ correct, incorrect }),
    ...precisionOf(precision),
  ]);
}

/** Absent if no record was judged. */
const precisionOf = (precision: number | null): Member[] =>
  precision === null ? [] : [["precision", JSON.stringify(precision)]];

const decided = ({ correct, incorrect }: Pick<LabelOfRule, "correct" | "incorrect">): Member[] => [
  ["correct_records", float(correct)],
  ["incorrect_records", float(incorrect)],
];
