import { entityScores, labelScores, type Tally } from "@postil/domain/tasks/f1-scores";
import {
  collectEntities,
  type LabeledRecord,
  tallyAllLabels,
  tallyFirstLabels,
} from "@postil/domain/tasks/record-labels-f1";
import type { ClassLabel, Entity } from "@postil/domain/tasks/task-record";
import { partsOfRecords } from "../../storage/sqlite/task-parts.ts";
import type { MetricQuestion, Summarize } from "./metric-question.ts";

/** F1, from what the documents say: all of the records that match are gone through. */

const partsOf = ({ context, row, found }: MetricQuestion, paths: readonly string[]) =>
  partsOfRecords(context.db, row.key, found.seqs(), paths);

const LABELS = ["$.annotation.labels", "$.prediction.labels", "$.multi_label"];

const scoreLabels =
  (tallyOne: (tally: Tally, record: LabeledRecord) => void): Summarize =>
  async (asked) => {
    const tally: Tally = new Map();
    for await (const [annotated, predicted, multiLabel] of partsOf(asked, LABELS)) {
      if (annotated === null || predicted === null) continue;
      tallyOne(tally, {
        multiLabel: multiLabel === true,
        annotated: labelsOf(annotated),
        predicted: labelsOf(predicted),
      });
    }
    return { kind: "label scores", scores: labelScores(tally) };
  };

/** As the domain has written them. */
const labelsOf = (stored: unknown): LabeledRecord["annotated"] =>
  (stored as readonly ClassLabel[]).map(({ class_label: label, score }) => ({ label, score }));

export const scoreFirstLabels: Summarize = scoreLabels(tallyFirstLabels);
export const scoreAllLabels: Summarize = scoreLabels(tallyAllLabels);

/** A side that nothing is said on has no entities. */
export const scoreEntities: Summarize = async (asked) => {
  const annotatedAll = new Map<string, string>();
  const predictedAll = new Map<string, string>();
  for await (const [annotated, predicted] of partsOf(asked, ["$.annotation.entities", "$.prediction.entities"])) {
    collectEntities(annotatedAll, (annotated ?? []) as readonly Entity[]); // as the domain has written them
    collectEntities(predictedAll, (predicted ?? []) as readonly Entity[]);
  }
  return { kind: "entity scores", scores: entityScores(annotatedAll, predictedAll) };
};
