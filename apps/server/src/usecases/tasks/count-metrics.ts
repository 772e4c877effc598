import type { FieldName } from "@postil/domain/search/query-tree";
import type { ValueCounts } from "@postil/domain/tasks/aggregations";
import { lengthCounts, type MetricSummary, mentionConsistency } from "@postil/domain/tasks/metrics";
import type { Capitalness } from "@postil/domain/tasks/task-record";
import { compareCodePoints } from "@postil/domain/text/characters";
import type { FoundRecords } from "../../records/found-records.ts";
import { countList } from "../../records/lists/lists.ts";
import type { TaskDatasetRow } from "../../storage/dataset-rows.ts";
import type { Context } from "../../storage/store.ts";
import { listSource, membersOf } from "../../storage/value-sources.ts";
import type { TaskSearch } from "./find-records.ts";

/** Options of some metrics; null means the metric's default. */
export type MetricOptions = {
  readonly size: number | null;
  readonly interval: number | null;
  /** The query of a rule, which does not have to be stored. */
  readonly ruleQuery: string | null;
  readonly labels: readonly string[];
  readonly queries: readonly string[];
};

export type MetricQuestion = {
  readonly context: Context;
  readonly row: TaskDatasetRow;
  readonly search: TaskSearch;
  readonly found: FoundRecords;
  readonly options: MetricOptions;
};

export type Summarize = (asked: MetricQuestion) => Promise<MetricSummary>;

const USUAL_TERMS = 1000;
const MOST_TERMS = 5000;

/** Maximum number of different values in the result. */
export const termsWanted = ({ size }: MetricOptions, usual = USUAL_TERMS): number =>
  Math.min(size ?? usual, MOST_TERMS);

/** Metrics that count records by the values of a field. */

async function countsOf({ found }: MetricQuestion, field: FieldName, most: number | null): Promise<ValueCounts> {
  const { counts } = await found.facet(field, most);
  return counts.map(({ value, count }) => [String(value), count]);
}

export const frequentValues =
  (field: FieldName): Summarize =>
  async (asked) => ({ kind: "counts", counts: await countsOf(asked, field, termsWanted(asked.options)) });

export const countStatuses: Summarize = async (asked) => ({
  kind: "counts",
  counts: await countsOf(asked, ["status"], null),
});

/** Records without one of the two sides count as unknown. */
export const countErrors: Summarize = async (asked) => {
  const known = await countsOf(asked, ["predicted"], null);
  const unknown = known.reduce((left, [, count]) => left - count, asked.found.count);
  const all: ValueCounts = unknown > 0 ? [...known, ["unknown", unknown]] : known;
  return { kind: "counts", counts: all.toSorted(([, a], [, b]) => b - a) };
};

export const countLengths: Summarize = async ({ found }) => {
  const { counts } = await found.facet(["metrics", "text_length"], null);
  return {
    kind: "counts",
    counts: lengthCounts(counts.map(({ value, count }) => ({ value: Number(value), count }))),
  };
};

/** Metrics that count the entries in lists of the documents, every occurrence. */

type MentionSide = "predicted" | "annotated";

const timesOf = async ({ found, search }: MetricQuestion, path: string, members: readonly string[] = []) =>
  (await countList(found.search, found.set, listSource(search.datasetKey, path, members))).map(
    ({ text, times }) => [text, times] as const,
  );

const mentionsOf = (side: MentionSide): string => `$.metrics.${side}.mentions`;

/** Sorted by frequency; equally frequent ones by their text. */
const inOrder = (counts: Iterable<readonly [name: string, count: number]>): ValueCounts =>
  [...counts].toSorted(([a, x], [b, y]) => y - x || compareCodePoints(a, b));

const frequent =
  (path: string, member?: string): Summarize =>
  async (asked) => {
    const counts = await timesOf(asked, path, member ? [member] : []);
    return { kind: "counts", counts: inOrder(counts).slice(0, termsWanted(asked.options)) };
  };

/** A text without letters that have a case has no capitalness. */
const capitalness =
  (path: string): Summarize =>
  async (asked) => {
    const counts = await timesOf(asked, path, ["capitalness"]);
    const known = inOrder(counts.filter(([value]) => CAPITALNESS.includes(value)));
    return { kind: "counts", counts: known.slice(0, termsWanted(asked.options)) };
  };
const CAPITALNESS: readonly string[] = ["UPPER", "LOWER", "FIRST", "MIDDLE"] satisfies Capitalness[];

export const frequentTokens: Summarize = frequent("$.tokens");
export const tokenCapitalness: Summarize = capitalness("$.metrics.tokens");
export const entityLabels = (side: MentionSide): Summarize => frequent(mentionsOf(side), "label");
export const entityCapitalness = (side: MentionSide): Summarize => capitalness(mentionsOf(side));

const labeledMentions = async (asked: MetricQuestion, side: MentionSide) =>
  (await timesOf(asked, mentionsOf(side), ["label", "value"])).map(([pair, count]) => {
    const [label = "", mention = ""] = membersOf(pair);
    return { label, mention, count };
  });

/** The wanted number of labels, and the same number of mentions for each label. */
export const mentionsByLabel =
  (side: MentionSide): Summarize =>
  async (asked) => {
    const most = termsWanted(asked.options);
    const byLabel = Map.groupBy(await labeledMentions(asked, side), ({ label }) => label);
    const totals = Array.from(
      byLabel,
      ([label, mentions]) => [label, mentions.reduce((sum, { count }) => sum + count, 0)] as const,
    );
    const groups = inOrder(totals)
      .slice(0, most)
      .map(([label]) => {
        const mentions = byLabel.get(label)?.map(({ mention, count }) => [mention, count] as const) ?? [];
        return [label, inOrder(mentions).slice(0, most)] as const;
      });
    return { kind: "groups", groups };
  };

const USUAL_MENTIONS = 50;

export const mentionsWithLabels =
  (side: MentionSide): Summarize =>
  async (asked) => {
    const { interval } = asked.options;
    const wanted = { most: termsWanted(asked.options, USUAL_MENTIONS), least: interval ?? 1 };
    return { kind: "consistency", mentions: mentionConsistency(await labeledMentions(asked, side), wanted) };
  };
