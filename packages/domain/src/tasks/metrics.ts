import type { Task } from "../datasets/dataset.ts";
import { compareCodePoints } from "../text/characters.ts";
import type { MentionCounts, MetadataAggregation, ValueCounts } from "./aggregations.ts";
import type { F1Scores } from "./f1-scores.ts";

/** The metrics of task datasets, with the names that clients know (contract api-v0 section 9). */

export type Metric<Id extends string = string> = {
  readonly id: Id;
  readonly name: string;
  readonly description: string | null;
};

const metric = <const Id extends string>(id: Id, name: string, description: string | null = null): Metric<Id> => ({
  id,
  name,
  description,
});

const OF_ANY_TASK = [
  metric("text_length", "Text length distribution", "Computes the input text length distribution"),
  metric(
    "error_distribution",
    "Error distribution",
    "Computes the dataset error distribution. It's mean, records with correct predictions vs records with incorrect prediction vs records with unknown prediction result",
  ),
  metric("status_distribution", "Record status distribution", "The dataset record status distribution"),
  metric("words_cloud", "Inputs words cloud", "The words cloud for dataset inputs"),
  metric("metadata", "Metadata fields stats"),
  metric("predicted_by", "Predicted by distribution"),
  metric("annotated_by", "Annotated by distribution"),
  metric("score", "Score record distribution"),
] as const;

const OF_TEXTS = [
  metric("F1", "F1 Metrics for single-label", "F1 Metrics for single-label (averaged and per label)"),
  metric("MultiLabelF1", "F1 Metrics for multi-label", "F1 Metrics for multi-label (averaged and per label)"),
  metric("dataset_labels", "The dataset labels"),
  metric("predicted_as", "Predicted labels distribution"),
  metric("annotated_as", "Annotated labels distribution"),
  metric("labeling_rule", "Labeling rule metric based on a query rule and a set of labels"),
  metric("dataset_labeling_rules", "Computes the overall labeling rules stats"),
] as const;

const OF_TOKENS = [
  metric("dataset_labels", "The dataset entity labels"),
  metric(
    "F1",
    "F1 ServiceBaseMetric based on entity-level",
    "F1 metrics based on entity-level (averaged and per label), where only exact matches count (CoNNL 2003).",
  ),
  metric("predicted_as", "Predicted labels distribution"),
  metric("annotated_as", "Annotated labels distribution"),
  metric("token_frequency", "Tokens frequency distribution"),
  metric("token_capitalness", "Token capitalness distribution", "Computes capitalization information of tokens"),
  metric("predicted_entity_labels", "Predicted entity labels", "Predicted entity labels distribution"),
  metric(
    "predicted_entity_capitalness",
    "Mention entity capitalness for predictions",
    "Computes capitalization information of predicted entity mentions",
  ),
  metric(
    "predicted_mentions_distribution",
    "Predicted mentions distribution by entity",
    "Computes predicted mentions distribution against its labels",
  ),
  metric(
    "predicted_top_k_mentions_consistency",
    "Entity label consistency for predictions",
    "Computes entity label variability for top-k predicted entity mentions",
  ),
  metric("annotated_entity_labels", "Annotated entity labels", "Annotated Entity labels distribution"),
  metric(
    "annotated_entity_capitalness",
    "Mention entity capitalness for annotations",
    "Compute capitalization information of annotated entity mentions",
  ),
  metric(
    "annotated_mentions_distribution",
    "Annotated mentions distribution by entity",
    "Computes annotated mentions distribution against its labels",
  ),
  metric(
    "annotated_top_k_mentions_consistency",
    "Entity label consistency for annotations",
    "Computes entity label variability for top-k annotated entity mentions",
  ),
  metric("tokens_length", "Tokens length", "Computes the text length distribution measured in number of tokens"),
  metric("token_length", "Token length distribution", "Computes token length distribution in number of characters"),
  metric(
    "predicted_entity_density",
    "Mention entity density for predictions",
    "Computes the ratio between the number of all entity tokens and tokens in the text",
  ),
  metric(
    "predicted_mention_token_length",
    "Predicted mention tokens length",
    "Computes the length of the predicted entity mention measured in number of tokens",
  ),
  metric(
    "predicted_mention_char_length",
    "Predicted mention characters length",
    "Computes the length of the predicted entity mention measured in number of tokens",
  ),
  metric(
    "predicted_tag_consistency",
    "Token tag consistency for predictions",
    "Computes token tag variability for top-k predicted tags",
  ),
  metric(
    "annotated_entity_density",
    "Mention entity density for annotations",
    "Computes the ratio between the number of all entity tokens and tokens in the text",
  ),
  metric(
    "annotated_mention_token_length",
    "Annotated mention tokens length",
    "Computes the length of the entity mention measured in number of tokens",
  ),
  metric(
    "annotated_mention_char_length",
    "Annotated mention characters length",
    "Computes the length of the entity mention measured in number of tokens",
  ),
  metric(
    "annotated_tag_consistency",
    "Token tag consistency for annotations",
    "Computes token tag variability for top-k annotated tags",
  ),
] as const;

type MetricOf = (typeof OF_ANY_TASK | typeof OF_TEXTS | typeof OF_TOKENS)[number];
export type MetricId = MetricOf["id"];

export const METRICS: { readonly [T in Task]: readonly MetricOf[] } = {
  TextClassification: [...OF_ANY_TASK, ...OF_TEXTS],
  TokenClassification: [...OF_ANY_TASK, ...OF_TOKENS],
  Text2Text: OF_ANY_TASK,
};

/** The result of a metric, as a plain value (contract api-v0 section 9). */

export type RuleSummary = {
  readonly covered: number;
  /** Number of those that are annotated with a label. */
  readonly annotatedCovered: number;
};
export type LabelOfRule = {
  readonly label: string;
  readonly correct: number;
  readonly incorrect: number;
  readonly annotated: number;
  readonly precision: number | null;
};

export type MetricSummary =
  | { readonly kind: "counts"; readonly counts: ValueCounts }
  | { readonly kind: "groups"; readonly groups: MentionCounts }
  | { readonly kind: "metadata"; readonly metadata: readonly MetadataAggregation[] }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  /** Scores of labels with their number of annotations; null: there were no decisions. */
  | { readonly kind: "label scores"; readonly scores: F1Scores | null }
  | { readonly kind: "entity scores"; readonly scores: F1Scores }
  | { readonly kind: "consistency"; readonly mentions: readonly LabeledMention[] }
  | { readonly kind: "rules"; readonly rules: RuleSummary }
  | { readonly kind: "rule"; readonly rule: RuleSummary & { readonly labels: readonly LabelOfRule[] } };

export const NO_COUNTS: MetricSummary = { kind: "counts", counts: [] };

/**
 * Largest range of lengths for which empty ones are listed: texts of millions of characters are unusual but allowed.
 */
const MOST_LENGTHS = 65_536;

/** The number of texts of each length, from the shortest to the longest. */
export function lengthCounts(counts: readonly { readonly value: number; readonly count: number }[]): ValueCounts {
  const sorted = counts.toSorted((a, b) => a.value - b.value);
  const [first, last] = [sorted[0]?.value ?? 0, sorted.at(-1)?.value ?? -1];
  if (last - first >= MOST_LENGTHS) return sorted.map(({ value, count }) => [`${value}.0`, count]);
  const byLength = new Map(sorted.map(({ value, count }) => [value, count]));
  return Array.from({ length: last - first + 1 }, (_, index) => [
    `${first + index}.0`,
    byLength.get(first + index) ?? 0,
  ]);
}

/** The labels of each of the most frequent mentions (contract api-v0 section 9). */

type MentionCount = { readonly label: string; readonly mention: string; readonly count: number };
type LabeledMention = {
  readonly mention: string;
  readonly entities: readonly { readonly label: string; readonly count: number }[];
};

/**
 * Takes the `most` most frequent mentions and keeps those with at least `least` labels, those with more labels first.
 * `counts`: one for each mention and label.
 */
export function mentionConsistency(
  counts: readonly MentionCount[],
  { most, least }: { readonly most: number; readonly least: number },
): LabeledMention[] {
  const byMention = Map.groupBy(counts, ({ mention }) => mention);
  return Array.from(byMention, ([mention, same]) => ({
    mention,
    count: same.reduce((sum, { count }) => sum + count, 0),
    entities: same.map(({ label, count }) => ({ label, count })).toSorted(byCount(({ label }) => label)),
  }))
    .toSorted(byCount(({ mention }) => mention))
    .slice(0, most)
    .filter(({ entities }) => entities.length >= least)
    .map(({ mention, entities }) => ({ mention, entities }))
    .toSorted((a, b) => b.entities.length - a.entities.length);
}

/** The most frequent first; equally frequent ones by text. */
const byCount =
  <T extends { readonly count: number }>(textOf: (one: T) => string) =>
  (a: T, b: T): number =>
    b.count - a.count || compareCodePoints(textOf(a), textOf(b));
