import { inSinglePrecision } from "../search/single-precision.ts";
import { isLikely } from "./likely-label.ts";
import type {
  AnnotationPart,
  Entities,
  Entity,
  LastLog,
  TaskDocument,
  TextClassificationDocument,
  WithAgent,
} from "./task-record.ts";

/** The values of a record that filters, sorts and counts use, besides its metadata and times (contract api-v0 5.4). */
export type SearchValues = {
  readonly annotatedBy: readonly string[];
  readonly predictedBy: readonly string[];
  readonly annotatedAs: readonly string[];
  readonly predictedAs: readonly string[];
  /** In single precision, as in the index. */
  readonly score: readonly number[];
  /** "ok" if prediction and annotation agree, "ko" if not; null if one of them is missing, and for text to text. */
  readonly predicted: "ok" | "ko" | null;
};

/** Computed from the prediction and the annotation of the last log. */
export function searchValues(document: TaskDocument, last: LastLog): SearchValues {
  const prediction = last.prediction ? document.prediction : undefined;
  const annotation = last.annotation ? document.annotation : undefined;
  const multiLabel = "inputs" in document && document.multi_label;
  return {
    ...saidValues({ prediction, annotation, multiLabel }),
    score: [...new Set(scoresOf(prediction, multiLabel, last).map(inSinglePrecision))],
  };
}

/** Both sides of a record as searches use them. `multiLabel`: true if it may have several labels. */
type Sides = {
  readonly prediction: WithAgent | undefined;
  readonly annotation: WithAgent | undefined;
  readonly multiLabel: boolean;
};

/** The search values of both sides: the agents, the labels, and whether the sides agree. */
export function saidValues({ prediction, annotation, multiLabel }: Sides): Omit<SearchValues, "score"> {
  const predictedAs = labelsOf(prediction, multiLabel);
  const annotatedAs = labelsOf(annotation, multiLabel);
  return {
    predictedBy: prediction ? [prediction.agent] : [],
    annotatedBy: annotation ? [annotation.agent] : [],
    predictedAs,
    annotatedAs,
    predicted: agreement(prediction, annotation, sameSet(predictedAs, annotatedAs)),
  };
}

/**
 * The labels, each once: the first label, or the likely ones if there may be several; for entities their labels, for
 * sentences their texts.
 */
function labelsOf(part: WithAgent | undefined, multiLabel: TextClassificationDocument["multi_label"]): string[] {
  if (!part) return [];
  if ("entities" in part) return [...new Set(part.entities.map(({ label }) => label))];
  if ("sentences" in part) return [...new Set(part.sentences.map(({ text }) => text))];
  const counted = multiLabel ? part.labels.filter(({ score }) => isLikely(score)) : part.labels.slice(0, 1);
  return [...new Set(counted.map(({ class_label }) => class_label))];
}

function scoresOf(prediction: AnnotationPart | undefined, multiLabel: boolean, last: LastLog): number[] {
  if (!prediction) return [];
  if ("sentences" in prediction) return prediction.sentences.map(({ score }) => score);
  if ("entities" in prediction) {
    if (last.score && prediction.score !== undefined) return [prediction.score];
    return prediction.entities.map(({ score }) => score);
  }
  const scores = prediction.labels.map(({ score }) => score);
  return multiLabel ? scores : scores.slice(0, 1);
}

function agreement(
  prediction: WithAgent | undefined,
  annotation: WithAgent | undefined,
  sameLabels: boolean,
): SearchValues["predicted"] {
  if (!prediction || !annotation || "sentences" in prediction) return null;
  const same = "entities" in prediction && "entities" in annotation ? sameEntities(prediction, annotation) : sameLabels;
  return same ? "ok" : "ko";
}

/** Both lists must be without repeats. */
const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** The order counts too. */
const sameEntities = ({ entities: one }: Entities, { entities: other }: Entities): boolean =>
  one.length === other.length && one.every((entity, index) => sameEntity(entity, other[index]));

const sameEntity = (one: Entity, other: Entity | undefined): boolean =>
  one.start === other?.start && one.end === other.end && one.label === other.label;
