import { Refusal } from "@postil/domain/refusal";
import { readTaskQuery, type TaskQuery } from "@postil/domain/search/task-query";
import { MOST_CLOUD_WORDS } from "@postil/domain/tasks/aggregations";
import { METRICS, type MetricId } from "@postil/domain/tasks/metric-list";
import { type MetricSummary, NO_COUNTS } from "@postil/domain/tasks/metric-summary";
import { foundRecords } from "../../records/found-records.ts";
import type { Context } from "../../storage/store.ts";
import { loadTaskDatasetForMember, requireOpen, type TaskDatasetAt } from "../task-datasets/load-task-dataset.ts";
import {
  type Aggregated,
  cloudCounts,
  metadataAggregations,
  scoreHistogram,
} from "../task-records/aggregate-task-records.ts";
import { loadTaskSearch } from "../task-records/task-search.ts";
import {
  entityCapitalness,
  entityLabels,
  frequentTokens,
  mentionsByLabel,
  mentionsWithLabels,
  tokenCapitalness,
} from "./count-items-of.ts";
import { countErrors, countLengths, countStatuses, frequentValues } from "./count-values-of.ts";
import { listLabels } from "./list-labels.ts";
import { type MetricOptions, type MetricQuestion, type Summarize, termsWanted } from "./metric-question.ts";
import { summarizeRule, summarizeRules } from "./rule-summaries.ts";
import { scoreAllLabels, scoreEntities, scoreFirstLabels } from "./score-records.ts";

export type SummarizeTaskMetric = TaskDatasetAt & {
  readonly metric: string;
  readonly query: TaskQuery;
  readonly options: MetricOptions;
};

/** What a metric tells of the records that match (contract api-v0 row 42, RUL-12). */
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

/** Older clients ask for what is not stored any more. */
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
