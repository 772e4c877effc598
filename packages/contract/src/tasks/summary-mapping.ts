import {
  COUNTED_FIELDS,
  type MentionCounts,
  type MetadataAggregation,
  type NumberSums,
  type Spread,
  spreadOf,
  type TaskAggregations,
  type ValueCounts,
} from "@postil/domain/tasks/aggregations";
import type { F1Scores } from "@postil/domain/tasks/f1-scores";
import type { LabelOfRule, MetricSummary, RuleSummary } from "@postil/domain/tasks/metrics";
import { asFloat } from "@postil/domain/text/json-text";
import { withoutNullKeys } from "../datasets/mapping.ts";
import { objectInOrder } from "../wire/mapping.ts";

/**
 * Aggregations over the records that a search finds, as JSON text (contract api-v0 6.2). The members are in the order
 * of the counts; an object would move names that are whole numbers to the front.
 */

const countsToWire = (counts: ValueCounts): string => objectInOrder(counts.map(([value, n]) => [value, String(n)]));

const mentionsToWire = (labels: MentionCounts): string =>
  objectInOrder(labels.map(([label, mentions]) => [label, countsToWire(mentions)]));

/** `nulls`: true to write null for values that are undefined without numbers. */
export const metadataToWire = (metadata: readonly MetadataAggregation[], nulls: boolean): string =>
  objectInOrder(
    metadata.map((one) => {
      if ("counts" in one) return [one.key, countsToWire(one.counts)];
      return [one.key, JSON.stringify({ "argilla:stats": statistics(one.sums, one.of === "times", nulls) })];
    }),
  );

export function aggregationsToWire(of: TaskAggregations): string {
  const { task, fields, score, words, metadata, mentions } = of;
  return objectInOrder([
    ...COUNTED_FIELDS.map((name) => [name, countsToWire(fields[name])] as const),
    ["score", countsToWire(score)],
    ["words", countsToWire(words)],
    ["metadata", metadataToWire(metadata, false)],
    ...(mentions
      ? ([
          ["predicted_mentions", mentionsToWire(mentions.predicted)],
          ["mentions", mentionsToWire(mentions.annotated)],
        ] as const)
      : []),
    // For texts nothing is counted, but the names are still there.
    ...(task === "Text2Text" ? ["predicted_text", "annotated_text"].map((name) => [name, "{}"] as const) : []),
  ]);
}

type Members = { readonly [name: string]: unknown };

function statistics(sums: NumberSums, ofTimes: boolean, nulls: boolean): Members {
  const { count, min, max, sum, sumOfSquares } = sums;
  const spread = count > 0 ? spreadOf(sums) : null;
  const avg = count > 0 ? sum / count : null;
  const members = {
    count,
    min: float(count > 0 ? min : null),
    max: float(count > 0 ? max : null),
    avg: float(avg),
    sum: float(sum),
    ...(ofTimes ? asTimes({ min, max, avg, sum }) : {}),
    sum_of_squares: float(count > 0 ? sumOfSquares : null),
    ...spreadToWire(spread),
    std_deviation_bounds: bounds(avg, spread),
  };
  return nulls ? members : withoutNullKeys(members);
}

/** Infinite numbers, such as the square of 1e200, are written as text. */
function float(number: number | null): number | string | null {
  if (number === null) return null;
  return Number.isFinite(number) ? asFloat(number) : String(number);
}

/** The spread of a sample; it is undefined for a single number. */
const sampled = (spread: Spread | null, of: "variance" | "deviation"): number | string | null =>
  spread && (spread.sample ? float(spread.sample[of]) : "NaN");

const spreadToWire = (spread: Spread | null): Members => ({
  variance: float(spread?.variance ?? null),
  variance_population: float(spread?.variance ?? null),
  variance_sampling: sampled(spread, "variance"),
  std_deviation: float(spread?.deviation ?? null),
  std_deviation_population: float(spread?.deviation ?? null),
  std_deviation_sampling: sampled(spread, "deviation"),
});

/** The mean plus and minus two deviations. */
function bounds(avg: number | null, spread: Spread | null): Members {
  const at = (sign: 1 | -1, deviation: number | null | undefined) =>
    avg === null ? null : deviation == null ? "NaN" : float(avg + sign * 2 * deviation);
  return {
    upper: at(1, spread?.deviation),
    lower: at(-1, spread?.deviation),
    upper_population: at(1, spread?.deviation),
    lower_population: at(-1, spread?.deviation),
    upper_sampling: at(1, spread?.sample?.deviation),
    lower_sampling: at(-1, spread?.sample?.deviation),
  };
}

/** Milliseconds as ISO 8601; times that cannot be written are left out. */
const asTimes = (values: { readonly [name: string]: number | null }): Members =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, millis]) => {
      const date = new Date(millis ?? Number.NaN);
      return Number.isNaN(date.getTime()) ? [] : [[`${name}_as_string`, date.toISOString()]];
    }),
  );

/** The result of a metric as JSON: members in the order in which clients show them (contract api-v0 section 9). */
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

const floatToJson = (value: number): string => JSON.stringify(asFloat(value));

/** The averages first, then each label in the order of its first occurrence. */
function scoresToJson({ macro, micro, labels }: F1Scores, withSupport: boolean): string {
  const averages = [
    ["macro", macro],
    ["micro", micro],
  ] as const;
  return objectInOrder([
    ...averages.flatMap(([name, { precision, recall, f1 }]): Member[] => [
      [`precision_${name}`, floatToJson(precision)],
      [`recall_${name}`, floatToJson(recall)],
      [`f1_${name}`, floatToJson(f1)],
    ]),
    ...labels.flatMap(({ label, precision, recall, f1, support }): Member[] => [
      [`${label}_precision`, floatToJson(precision)],
      [`${label}_recall`, floatToJson(recall)],
      [`${label}_f1`, floatToJson(f1)],
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
  ["correct_records", floatToJson(correct)],
  ["incorrect_records", floatToJson(incorrect)],
];
