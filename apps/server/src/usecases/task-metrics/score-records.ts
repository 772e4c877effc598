import { entityScores, labelScores, type Side, type Tally } from "@postil/domain/tasks/f1-scores";
import {
  collectEntities,
  type LabeledRecord,
  packLabels,
  tallyAllLabels,
  tallyFirstLabels,
  unpackLabels,
} from "@postil/domain/tasks/record-labels-f1";
import type { ClassLabel } from "@postil/domain/tasks/task-record";
import { countList } from "../../records/lists/count-list.ts";
import { listSource, membersOf, partsSource } from "../../storage/list-source.ts";
import type { MetricQuestion, Summarize } from "./metric-question.ts";

/** F1, from what stands in memory of each record: what is said on it, in as many kinds as there are. */

const PARTS = ["$.annotation.labels", "$.prediction.labels", "$.multi_label"];

/** A record counts that has both sides. */
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

export const scoreFirstLabels: Summarize = scoreLabels(tallyFirstLabels);
export const scoreAllLabels: Summarize = scoreLabels(tallyAllLabels);

/** A side that nothing is said on has none. */
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

export const scoreEntities: Summarize = async (asked) => ({
  kind: "entity scores",
  scores: entityScores(await entitiesOf(asked, "annotation"), await entitiesOf(asked, "prediction")),
});
