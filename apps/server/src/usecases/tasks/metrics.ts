import { isTask } from "@postil/domain/datasets/dataset";
import { Refusal } from "@postil/domain/refusal";
import type { QueryTree } from "@postil/domain/search/query-tree";
import { readRules, readTaskQuery, type TaskQuery } from "@postil/domain/search/task-query";
import { MOST_CLOUD_WORDS } from "@postil/domain/tasks/aggregations";
import {
  collectEntities,
  entityScores,
  type LabeledRecord,
  labelScores,
  packLabels,
  type Side,
  type Tally,
  tallyAllLabels,
  tallyFirstLabels,
  unpackLabels,
} from "@postil/domain/tasks/f1-scores";
import { METRICS, type Metric, type MetricId, type MetricSummary, NO_COUNTS } from "@postil/domain/tasks/metrics";
import type { ClassLabel } from "@postil/domain/tasks/task-record";
import { type FoundRecords, foundRecords } from "../../records/found-records.ts";
import { countList } from "../../records/lists/lists.ts";
import type { Context } from "../../storage/store.ts";
import { listSource, membersOf, partsSource } from "../../storage/value-sources.ts";
import { type Aggregated, cloudCounts, metadataAggregations, scoreHistogram } from "./aggregate-records.ts";
import {
  countErrors,
  countLengths,
  countStatuses,
  entityCapitalness,
  entityLabels,
  frequentTokens,
  frequentValues,
  type MetricOptions,
  type MetricQuestion,
  mentionsByLabel,
  mentionsWithLabels,
  type Summarize,
  termsWanted,
  tokenCapitalness,
} from "./count-metrics.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetAt } from "./datasets.ts";
import { loadTaskSearch } from "./find-records.ts";
import { labelsOfRecords, readRuleQuery } from "./settings-and-rules.ts";

/** The labels that are indexed for any of the records, and further labels from a sample of them (RUL-14). */
const listLabels: Summarize = async ({ context, row, search, found, options }) => {
  const labels = new Set<string>();
  for (const field of ["annotated_as", "predicted_as"]) {
    const { counts } = await found.facet([field], termsWanted(options));
    for (const { value } of counts) labels.add(String(value));
  }
  const marked = await found.within({
    kind: "or",
    parts: ["annotated_by", "predicted_by"].map((field) => ({ kind: "exists", field: [field] })),
  });
  const seqs = marked.seqs();
  const sample = { count: seqs.length, at: (index: number) => seqs[index] ?? 0 };
  const more = await labelsOfRecords(context, { key: row.key, task: search.task }, sample);
  return { kind: "labels", labels: [...new Set([...labels, ...more])] };
};

/** The parts of a record for F1. They are kept in memory, once for each different value. */

const PARTS = ["$.annotation.labels", "$.prediction.labels", "$.multi_label"];

/** Only a record with both sides counts. */
function packed([annotated, predicted, multiLabel]: readonly unknown[]): string[] {
  if (annotated === null || predicted === null) return [];
  return [
    packLabels({
      multiLabel: multiLabel === true,
      annotated: labelsOf(annotated),
      predicted: labelsOf(predicted),
    }),
  ];
}

/** As the domain has written them. */
const labelsOf = (stored: unknown): LabeledRecord["annotated"] =>
  (stored as readonly ClassLabel[]).map(({ class_label: label, score }) => ({ label, score }));

const scoreLabels =
  (tallySame: (tally: Tally, record: LabeledRecord, records: number) => void): Summarize =>
  async ({ found, search }) => {
    const tally: Tally = new Map();
    const source = partsSource(search.datasetKey, "labels of both sides", { paths: PARTS, listOf: packed });
    for (const { text, records } of await countList(found.search, found.set, source))
      tallySame(tally, unpackLabels(text), records);
    return { kind: "label scores", scores: labelScores(tally) };
  };

const scoreFirstLabels: Summarize = scoreLabels(tallyFirstLabels);
const scoreAllLabels: Summarize = scoreLabels(tallyAllLabels);

/** The entities of one side; empty if the side has none. */
async function entitiesOf({ found, search }: MetricQuestion, side: "annotation" | "prediction"): Promise<Side> {
  const source = listSource(search.datasetKey, `$.${side}.entities`, ["start", "end", "label"]);
  const counts = await countList(found.search, found.set, source);
  const entities = counts.map(({ text }) => {
    const [start, end, label = ""] = membersOf(text);
    return { start: Number(start), end: Number(end), label };
  });
  const collected = new Map<string, string>();
  collectEntities(collected, entities);
  return collected;
}

const scoreEntities: Summarize = async (asked) => ({
  kind: "entity scores",
  scores: entityScores(await entitiesOf(asked, "annotation"), await entitiesOf(asked, "prediction")),
});

const LABELED: QueryTree = { kind: "exists", field: ["annotated_as"] };

const coverage = async (covered: FoundRecords) => ({
  covered: covered.count,
  annotatedCovered: (await covered.within(LABELED)).count,
});

const summarizeRules: Summarize = async ({ search, found, options: { queries } }) => {
  if (queries.length === 0) return NO_COUNTS;
  return { kind: "rules", rules: await coverage(await found.within(readRules(queries, search))) };
};

const summarizeRule: Summarize = async ({ search, found, options: { ruleQuery, labels } }) => {
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

/** The metrics of a dataset's task (contract api-v0 row 41). */
async function listTaskMetrics(context: Context, at: TaskDatasetAt): Promise<readonly Metric[]> {
  const { task } = await loadTaskDatasetForMember(context, at);
  return isTask(task) ? METRICS[task] : [];
}

type SummarizeTaskMetric = TaskDatasetAt & {
  readonly metric: string;
  readonly query: TaskQuery;
  readonly options: MetricOptions;
};

/** The result of a metric over the matching records (contract api-v0 row 42, RUL-12). */
export async function summarizeTaskMetric(
  context: Context,
  { metric, query, options, ...at }: SummarizeTaskMetric,
): Promise<MetricSummary> {
  const row = await loadTaskDatasetForMember(context, at);
  const search = await loadTaskSearch(context, row);
  const known = METRICS[search.task].find(({ id }) => id === metric);
  if (!known) {
    const subject = { type: "ServiceBaseMetric", name: metric };
    throw new Refusal("not_found", `There is no metric \`${metric}\` for ${row.task}`, subject);
  }
  requireOpen(row);
  const found = await foundRecords(context, search, readTaskQuery(query, search).tree);
  return SUMMARIES[known.id]({ context, row, search, found, options });
}

const aggregated = ({ search: { task, registry, metadata }, found: { search, set } }: MetricQuestion): Aggregated => ({
  search,
  set,
  task,
  registry,
  metadata,
});

/** Older clients ask for metrics that are not stored any more. */
const nothing: Summarize = async () => NO_COUNTS;
const noMentions: Summarize = async () => ({ kind: "consistency", mentions: [] });

const SUMMARIES: { readonly [Id in MetricId]: Summarize } = {
  text_length: countLengths,
  error_distribution: countErrors,
  status_distribution: countStatuses,
  words_cloud: async (asked) => ({
    kind: "counts",
    counts: await cloudCounts(aggregated(asked), termsWanted(asked.options, MOST_CLOUD_WORDS)),
  }),
  metadata: async (asked) => ({ kind: "metadata", metadata: await metadataAggregations(aggregated(asked)) }),
  score: async (asked) => ({ kind: "counts", counts: await scoreHistogram(aggregated(asked)) }),
  predicted_by: frequentValues(["predicted_by"]),
  annotated_by: frequentValues(["annotated_by"]),
  predicted_as: frequentValues(["predicted_as"]),
  annotated_as: frequentValues(["annotated_as"]),
  dataset_labels: listLabels,
  F1: (asked) => (asked.search.task === "TokenClassification" ? scoreEntities(asked) : scoreFirstLabels(asked)),
  MultiLabelF1: scoreAllLabels,
  labeling_rule: summarizeRule,
  dataset_labeling_rules: summarizeRules,
  token_frequency: frequentTokens,
  token_capitalness: tokenCapitalness,
  predicted_entity_labels: entityLabels("predicted"),
  annotated_entity_labels: entityLabels("annotated"),
  predicted_entity_capitalness: entityCapitalness("predicted"),
  annotated_entity_capitalness: entityCapitalness("annotated"),
  predicted_mentions_distribution: mentionsByLabel("predicted"),
  annotated_mentions_distribution: mentionsByLabel("annotated"),
  predicted_top_k_mentions_consistency: mentionsWithLabels("predicted"),
  annotated_top_k_mentions_consistency: mentionsWithLabels("annotated"),
  tokens_length: nothing,
  token_length: nothing,
  predicted_entity_density: nothing,
  annotated_entity_density: nothing,
  predicted_mention_token_length: nothing,
  annotated_mention_token_length: nothing,
  predicted_mention_char_length: nothing,
  annotated_mention_char_length: nothing,
  predicted_tag_consistency: noMentions,
  annotated_tag_consistency: noMentions,
};

export const taskMetricCalls = {
  reads: { listTaskMetrics, summarizeTaskMetric },
} as const;
