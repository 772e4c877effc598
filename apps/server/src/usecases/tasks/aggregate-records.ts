import type { Task } from "@postil/domain/datasets/dataset";
import type { FieldName } from "@postil/domain/search/query-tree";
import {
  COUNTED_FIELDS,
  type CountedField,
  createHistogram,
  createSums,
  type MentionCounts,
  type MetadataAggregation,
  MOST_CLOUD_WORDS,
  MOST_VALUES,
  SCORE_WIDTH,
  type TaskAggregations,
  type ValueCounts,
} from "@postil/domain/tasks/aggregations";
import type { MetadataKind } from "@postil/domain/tasks/metadata";
import { compareCodePoints } from "@postil/domain/text/characters";
import { eachNumber } from "../../records/columns/columns.ts";
import { firstBy } from "../../records/first-by.ts";
import { countValues } from "../../records/found-records.ts";
import { countList, type TextCount } from "../../records/lists/lists.ts";
import { type Registry, resolveField } from "../../records/registry.ts";
import type { Search } from "../../records/search.ts";
import type { SeqSet } from "../../records/seq-set.ts";
import { cloudSource, listSource, membersOf, type ValueSource } from "../../storage/value-sources.ts";

export type Aggregated = {
  readonly search: Search;
  readonly set: SeqSet;
  readonly task: Task;
  readonly registry: Registry;
  /** The kinds of all metadata keys that the dataset has ever had. */
  readonly metadata: ReadonlyMap<string, MetadataKind>;
};

/** The aggregations over all records that a search found (contract api-v0 6.2, TSE-20). */
export async function aggregateTaskRecords(of: Aggregated): Promise<TaskAggregations> {
  return {
    task: of.task,
    fields: await countFields(of),
    score: await scoreHistogram(of),
    words: await cloudCounts(of, MOST_CLOUD_WORDS),
    metadata: await metadataAggregations(of),
    mentions:
      of.task === "TokenClassification"
        ? { predicted: await mentionCounts(of, "predicted"), annotated: await mentionCounts(of, "annotated") }
        : null,
  };
}

/** Text2Text has sentences in place of labels; sentences are not counted. */
const UNCOUNTED: { readonly [T in Task]: readonly CountedField[] } = {
  TextClassification: [],
  TokenClassification: [],
  Text2Text: ["predicted_as", "annotated_as", "predicted"],
};

async function countFields(of: Aggregated): Promise<TaskAggregations["fields"]> {
  const counted = COUNTED_FIELDS.filter((name) => !UNCOUNTED[of.task].includes(name));
  const fields: { [F in CountedField]?: ValueCounts } = {};
  for (const name of counted) fields[name] = await valueCounts(of, [name]);
  return {
    predicted_as: [],
    annotated_as: [],
    predicted_by: [],
    annotated_by: [],
    status: [],
    predicted: [],
    ...fields,
  };
}

function sourceOf({ registry }: Aggregated, field: FieldName): ValueSource | null {
  const target = resolveField(registry, field);
  return target.kind === "values" ? target.source : null;
}

/** The most frequent values of a field; equally frequent values in their own order. */
async function valueCounts(of: Aggregated, field: FieldName, most = MOST_VALUES): Promise<ValueCounts> {
  const target = resolveField(of.registry, field);
  if (target.kind !== "values") return [];
  const { counts } = await countValues(of.search, of.set, target, most);
  return counts.map(({ value, count }) => [String(value), count]);
}

export async function scoreHistogram(of: Aggregated): Promise<ValueCounts> {
  const source = sourceOf(of, ["score"]);
  const histogram = createHistogram(SCORE_WIDTH);
  if (source) await eachNumber(of.search, of.set, source, histogram.add);
  return histogram.result();
}

/** The words that occur in the most records. */
export async function cloudCounts({ search, set }: Aggregated, most: number): Promise<ValueCounts> {
  const counts = await countList(search, set, cloudSource(search.datasetKey));
  return mostFrequent(counts, most).map(({ text, records }) => [text, records]);
}

function mostFrequent(counts: readonly TextCount[], most: number): TextCount[] {
  const before = (a: number, b: number) => isBefore(counts[a], counts[b]);
  return firstBy(counts.length, Math.min(most, counts.length), before).flatMap((index) => counts[index] ?? []);
}

function isBefore(a: TextCount | undefined, b: TextCount | undefined): boolean {
  if (!a || !b) return false;
  return a.records === b.records ? compareCodePoints(a.text, b.text) < 0 : a.records > b.records;
}

/** Number of records for each mention and label, both sorted by frequency. */
async function mentionCounts({ search, set }: Aggregated, side: "predicted" | "annotated"): Promise<MentionCounts> {
  const source = listSource(search.datasetKey, `$.metrics.${side}.mentions`, ["label", "value"]);
  const pairs = (await countList(search, set, source)).map((pair) => {
    const [label = "", text = ""] = membersOf(pair.text);
    return { ...pair, label, text };
  });
  const labels = [...Map.groupBy(pairs, ({ label }) => label)].map(([label, mentions]) => ({
    text: label,
    records: mentions.reduce((sum, { records }) => sum + records, 0),
    times: 0,
    mentions,
  }));
  return labels
    .sort((a, b) => (isBefore(a, b) ? -1 : 1))
    .slice(0, MOST_VALUES)
    .map(({ text, mentions }) => [text, mostFrequent(mentions, MOST_VALUES).map((one) => [one.text, one.records])]);
}

/** One entry for every key that the dataset has ever had, even if none of these records has it. */
export async function metadataAggregations(of: Aggregated): Promise<MetadataAggregation[]> {
  const aggregations: MetadataAggregation[] = [];
  for (const [key, kind] of of.metadata) {
    const field = ["metadata", key] as const;
    const isNumber = kind === "float" || kind === "date";
    aggregations.push(isNumber ? await metadataSums(of, field, kind) : { key, counts: await valueCounts(of, field) });
  }
  return aggregations;
}

async function metadataSums(of: Aggregated, field: FieldName, kind: "float" | "date"): Promise<MetadataAggregation> {
  const source = sourceOf(of, field);
  const sums = createSums();
  // Times are in microseconds here.
  const unit = kind === "date" ? 1000 : 1;
  if (source) await eachNumber(of.search, of.set, source, (number, records) => sums.add(number / unit, records));
  return { key: field[1] ?? "", sums: sums.result(), of: kind === "date" ? "times" : "numbers" };
}
