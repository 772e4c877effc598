import type { KnownResponse } from "../records/labeled-record.ts";
import type { FieldName } from "../search/query-tree.ts";
import type { SortValue, TaskSortKey } from "../search/task-sort.ts";
import { compareCodePoints } from "../text/characters.ts";
import { inSinglePrecision } from "../text/whole-numbers.ts";
import { dateFrom, type MetadataKind, readAs } from "./metadata.ts";
import { annotationOf } from "./record-edit.ts";
import type { StoredTaskRecord } from "./shown-record.ts";
import {
  type AnnotationPart,
  type Entities,
  type Entity,
  isLikely,
  type LastLog,
  type TaskDocument,
  type TextClassificationDocument,
  type WithAgent,
} from "./task-record.ts";
import type { TaskFilters } from "./task-view.ts";

/** The values of a record that filters, sorts and counts use, besides its metadata and times (contract api-v0 5.4). */
type SearchValues = {
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

function saidValues({ prediction, annotation, multiLabel }: Sides): Omit<SearchValues, "score"> {
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

/** Each once: the first label, or the likely ones of several; labels of entities; texts of sentences. */
export function labelsOf(
  part: AnnotationPart | undefined,
  multiLabel: TextClassificationDocument["multi_label"],
): string[] {
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

/** Times in milliseconds with a fraction (contract search-semantics 4.1); null: none. */
export function sortValue(
  { field, order }: TaskSortKey,
  document: TaskDocument,
  last: LastLog,
  kinds: ReadonlyMap<string, MetadataKind>,
): SortValue {
  if (field === null) return null;
  const values = [...valuesOf(field, document, last, kinds)].sort(compare);
  return (order === "asc" ? values.at(0) : values.at(-1)) ?? null;
}

type Value = string | number;

const compare = (a: Value, b: Value): number =>
  typeof a === "number" && typeof b === "number" ? a - b : compareCodePoints(String(a), String(b));

function valuesOf(
  [source, name = ""]: FieldName,
  document: TaskDocument,
  last: LastLog,
  kinds: ReadonlyMap<string, MetadataKind>,
): readonly Value[] {
  switch (source) {
    case "id":
      return [String(document.id)];
    case "status":
      return [document.status];
    case "last_updated":
      return [dateFrom(document.last_updated)];
    case "event_timestamp":
      return document.event_timestamp === undefined ? [] : [dateFrom(document.event_timestamp)];
    case "metadata": {
      const { metadata = {} } = document;
      return Object.hasOwn(metadata, name) ? (readAs(kinds.get(name) ?? "text", metadata[name]) ?? []) : [];
    }
    default:
      return searchedValues(source, document, last);
  }
}

function searchedValues(source: string, document: TaskDocument, last: LastLog): readonly Value[] {
  const { annotatedAs, annotatedBy, predictedAs, predictedBy, predicted, score } = searchValues(document, last);
  const values: { readonly [source: string]: readonly Value[] } = {
    annotated_as: annotatedAs,
    annotated_by: annotatedBy,
    predicted_as: predictedAs,
    predicted_by: predictedBy,
    predicted: predicted === null ? [] : [predicted],
    score,
  };
  return values[source] ?? [];
}

type Asked = Pick<TaskFilters, "status" | "annotated_by" | "annotated_as" | "predicted">;

/**
 * True if the filters still find a record after this response was saved. It decides as the server does, and checks only
 * filters on people's answers, because only those values can have changed.
 */
export function stillFound(record: StoredTaskRecord, saved: KnownResponse, asked: Asked): boolean {
  const { status, annotation } = annotationOf(saved, record.task);
  const said = saidValues({
    prediction: record.prediction ?? undefined,
    annotation: annotation ?? undefined,
    multiLabel: record.task === "TextClassification" && record.multiLabel,
  });
  return (
    holds(asked.status, [status]) &&
    holds(asked.annotated_by, said.annotatedBy) &&
    holds(asked.annotated_as, said.annotatedAs) &&
    (asked.predicted === undefined || said.predicted === asked.predicted)
  );
}

const holds = (asked: readonly string[] | undefined, values: readonly string[]): boolean =>
  asked === undefined || values.some((value) => asked.includes(value));
