import { sameJson } from "../objects.ts";
import type { Micros } from "../time.ts";
import {
  type Entities,
  type Inputs,
  isLikely,
  type Labels,
  type Sentences,
  type TaskRecordId,
  type TaskStatus,
  type WithAgent,
} from "./task-record.ts";
import type { TaskSimilarity } from "./task-search.ts";

/** Records of the older family as the page holds them (TEN-18 to TEN-31). */

type ShownVectors = { readonly [name: string]: { readonly value: readonly number[] } };

type Common = {
  readonly id: TaskRecordId;
  /** Unique among the records of all datasets: `record-key.ts`. */
  readonly key: string;
  readonly metadata: { readonly [key: string]: unknown };
  readonly eventTimestamp: Micros | null;
  readonly lastUpdated: Micros;
  /** Words of the search that this record contains, as they are written in its texts. */
  readonly searchKeywords: readonly string[];
  readonly vectors: ShownVectors;
  readonly status: TaskStatus;
};

type Annotated<Part extends Labels | Entities | Sentences> = {
  readonly prediction: WithAgent<Part> | null;
  readonly annotation: WithAgent<Part> | null;
};

export type TextRecord = Common &
  Annotated<Labels> & { readonly task: "TextClassification"; readonly inputs: Inputs; readonly multiLabel: boolean };
export type TokenRecord = Common &
  Annotated<Entities> & {
    readonly task: "TokenClassification";
    readonly text: string;
    readonly tokens: readonly string[];
  };
export type Text2TextRecord = Common & Annotated<Sentences> & { readonly task: "Text2Text"; readonly text: string };

export type StoredTaskRecord = TextRecord | TokenRecord | Text2TextRecord;

/** The content of an annotation, without its agent. */
export type Answer<Stored extends StoredTaskRecord = StoredTaskRecord> = Stored extends TextRecord
  ? Labels
  : Stored extends TokenRecord
    ? Entities
    : Sentences;

/** The source of the answer that a record shows (TEN-26, TAN-08). */
type AnswerOrigin = "edit" | "annotation" | "prediction" | "none";

/**
 * The state of the user's last change: being saved, refused (`failed`), or given up because another user changed the
 * record, which then shows that change (`changed`); null when nothing waits.
 */
export type SavedState = "saving" | "failed" | "changed" | null;

/**
 * A record with this user's changes applied: those that wait to be sent, and those not validated yet. For the latter,
 * `status` is `Edited` and `originStatus` is the status before (TEN-27, TEN-28).
 */
export type Shown<Stored extends StoredTaskRecord> = Stored & {
  readonly originStatus: TaskStatus | null;
  readonly answer: Answer<Stored>;
  readonly answerOrigin: AnswerOrigin;
  /** Predicted labels that no user has pressed yet (TAN-08, TAN-15). */
  readonly untouched: readonly string[];
  readonly saved: SavedState;
  /**
   * True if the user may not have seen the server's state: the edit is from an earlier visit, or older than that state.
   */
  readonly editIsOlder: boolean;
};
export type ShownTextRecord = Shown<TextRecord>;
export type ShownTokenRecord = Shown<TokenRecord>;
export type ShownText2TextRecord = Shown<Text2TextRecord>;
export type ShownTaskRecord = ShownTextRecord | ShownTokenRecord | ShownText2TextRecord;

/** The predicted labels: the likely ones if there may be several, else the first (TAN-02, TAN-03). */
export function predictedClasses({ prediction, multiLabel }: TextRecord): readonly string[] {
  const labels = prediction?.labels ?? [];
  const counted = multiLabel ? labels.filter(({ score }) => isLikely(score)) : labels.slice(0, 1);
  return counted.map(({ class_label }) => class_label);
}

/** The labels that a record shows only because they are predicted (TAN-08). */
export const suggestedLabels = (record: StoredTaskRecord): readonly string[] =>
  record.task === "TextClassification" && record.annotation === null ? predictedClasses(record) : [];

export const annotatedClasses = ({ labels }: Labels): readonly string[] => labels.map(({ class_label }) => class_label);

/** Labels chosen by a person, with score 1. */
export const chosenLabels = (classes: readonly string[]): Labels => ({
  labels: classes.map((class_label) => ({ class_label, score: 1 })),
});

/** Null for records with several labels, or if model or people are missing (TAN-04, TAN-05). */
export function agreement(record: TextRecord): "ok" | "ko" | null {
  if (record.multiLabel || record.prediction === null || record.annotation === null) return null;
  return sameJson(predictedClasses(record), annotatedClasses(record.annotation)) ? "ok" : "ko";
}

const NOTHING = {
  TextClassification: { labels: [] },
  TokenClassification: { entities: [] },
  Text2Text: { sentences: [] },
};

export const emptyAnswer = <Stored extends StoredTaskRecord>(record: Stored): Answer<Stored> =>
  NOTHING[record.task] as unknown as Answer<Stored>; // by its task

/** The answer of a record before any edit: its annotation, else its prediction, else empty (TEN-26, TAN-08, TAN-11). */
export function startingAnswer<Stored extends StoredTaskRecord>(
  record: Stored,
): { readonly answer: Answer<Stored>; readonly answerOrigin: AnswerOrigin } {
  if (record.annotation !== null)
    return { answer: withoutAgent(record.annotation) as Answer<Stored>, answerOrigin: "annotation" }; // of its task
  const predicted = predictedAnswer(record);
  return predicted === null
    ? { answer: emptyAnswer(record), answerOrigin: "none" }
    : { answer: predicted as Answer<Stored>, answerOrigin: "prediction" }; // of its task
}

/** The answer if the prediction is validated unchanged; null if there is no prediction. */
function predictedAnswer(record: StoredTaskRecord): Labels | Entities | Sentences | null {
  switch (record.task) {
    case "TextClassification": {
      const classes = predictedClasses(record);
      return classes.length > 0 ? chosenLabels(classes) : null;
    }
    case "TokenClassification":
      return record.prediction && { entities: record.prediction.entities.map((entity) => ({ ...entity, score: 1 })) };
    case "Text2Text": {
      // Sentences are sorted by score, the best first.
      const best = record.prediction?.sentences[0];
      return best === undefined ? null : { sentences: [{ text: best.text, score: 1 }] };
    }
  }
}

function withoutAgent({ agent: _, ...part }: WithAgent): Labels | Entities | Sentences {
  return part as Labels | Entities | Sentences; // the annotation without its agent
}

/** A vector of a record on the page (TEN-37). */
export type VectorRecord = {
  readonly datasetId: string;
  readonly recordId: TaskRecordId;
  readonly name: string;
  readonly values: readonly number[];
  /** True if the records shown were found by it. */
  readonly isActive: boolean;
};

/**
 * A search by a vector (TEN-39) with the record that has the vector (TEN-38). The record is shown above the results.
 */
export type TaskReference = TaskSimilarity & { readonly datasetId: string; readonly record: StoredTaskRecord };

/** Each vector of each record, computed again for every page (TLO-10). */
export const vectorsOfPage = (datasetId: string, records: readonly StoredTaskRecord[]): readonly VectorRecord[] =>
  records.flatMap(({ id: recordId, vectors }) =>
    Object.entries(vectors).map(([name, { value }]) => ({ datasetId, recordId, name, values: value, isActive: false })),
  );

/** The vectors by which a record can be compared; the active one is that of the search. */
export const vectorsOfRecord = (
  vectors: readonly VectorRecord[],
  { id }: Pick<StoredTaskRecord, "id">,
  active: TaskReference | null,
): readonly VectorRecord[] =>
  vectors
    .filter(({ recordId }) => recordId === id)
    .map((one) => (active?.record.id === id && active.vector.name === one.name ? { ...one, isActive: true } : one));

export const referenceBy = (record: StoredTaskRecord, { datasetId, name, values }: VectorRecord): TaskReference => ({
  datasetId,
  id: String(record.id),
  record,
  vector: { name, value: values },
});
