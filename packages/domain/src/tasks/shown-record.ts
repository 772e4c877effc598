import { sameJson } from "../same-json.ts";
import type { Micros } from "../time.ts";
import { isLikely } from "./likely-label.ts";
import type { Entities, Inputs, Labels, Sentences, TaskRecordId, TaskStatus, WithAgent } from "./task-record.ts";

/** Records of the older family as the page has them (TEN-18 to TEN-31). */

export type ShownVectors = { readonly [name: string]: { readonly value: readonly number[] } };

type Common = {
  readonly id: TaskRecordId;
  /** Told apart from all records of all datasets: `record-key.ts`. */
  readonly key: string;
  readonly metadata: { readonly [key: string]: unknown };
  readonly eventTimestamp: Micros | null;
  readonly lastUpdated: Micros;
  /** Words of the search that this record holds, as they stand in its texts. */
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

/** As the server has it. */
export type StoredTaskRecord = TextRecord | TokenRecord | Text2TextRecord;

/** What an annotation says, whoever says it. */
export type Answer<Stored extends StoredTaskRecord = StoredTaskRecord> = Stored extends TextRecord
  ? Labels
  : Stored extends TokenRecord
    ? Entities
    : Sentences;

/** Where what a record shows as its answer comes from (TEN-26, TAN-08). */
export type AnswerOrigin = "edit" | "annotation" | "prediction" | "none";

/**
 * Whether what was done is on its way, or was given up: refused, or because somebody else changed the record, which it shows then; null
 * when nothing waits.
 */
export type SavedState = "saving" | "failed" | "changed" | null;

/**
 * A record with what this person did to it on top: what waits to be sent, and what is not validated yet. `status` is `Edited` for
 * the latter, and `originStatus` then what it was before (TEN-27, TEN-28).
 */
export type Shown<Stored extends StoredTaskRecord> = Stored & {
  readonly originStatus: TaskStatus | null;
  readonly answer: Answer<Stored>;
  readonly answerOrigin: AnswerOrigin;
  /** The labels that only the machine said: nobody pressed them yet (TAN-08, TAN-15). */
  readonly untouched: readonly string[];
  readonly saved: SavedState;
  /** What the server has was perhaps never seen: the edit over it is of an earlier visit, or older than it. */
  readonly editIsOlder: boolean;
};
export type ShownTextRecord = Shown<TextRecord>;
export type ShownTokenRecord = Shown<TokenRecord>;
export type ShownText2TextRecord = Shown<Text2TextRecord>;
export type ShownTaskRecord = ShownTextRecord | ShownTokenRecord | ShownText2TextRecord;

/** Of several labels those that are likely, of a single one the first (TAN-02, TAN-03). */
export function predictedClasses({ prediction, multiLabel }: TextRecord): readonly string[] {
  const labels = prediction?.labels ?? [];
  const counted = multiLabel ? labels.filter(({ score }) => isLikely(score)) : labels.slice(0, 1);
  return counted.map(({ class_label }) => class_label);
}

/** The labels that a record says only because they are predicted (TAN-08). */
export const suggestedLabels = (record: StoredTaskRecord): readonly string[] =>
  record.task === "TextClassification" && record.annotation === null ? predictedClasses(record) : [];

export const annotatedClasses = ({ labels }: Labels): readonly string[] => labels.map(({ class_label }) => class_label);

/** Labels as a person chooses them. */
export const chosenLabels = (classes: readonly string[]): Labels => ({
  labels: classes.map((class_label) => ({ class_label, score: 1 })),
});

/** Whether model and people agree: never told of records with several labels, nor where one of both is missing (TAN-04, TAN-05). */
export function agreement(record: TextRecord): "ok" | "ko" | null {
  if (record.multiLabel || record.prediction === null || record.annotation === null) return null;
  return sameJson(predictedClasses(record), annotatedClasses(record.annotation)) ? "ok" : "ko";
}

const NOTHING = {
  TextClassification: { labels: [] },
  TokenClassification: { entities: [] },
  Text2Text: { sentences: [] },
};

/** What stands for no answer in a record's task. */
export const emptyAnswer = <Stored extends StoredTaskRecord>(record: Stored): Answer<Stored> =>
  NOTHING[record.task] as unknown as Answer<Stored>; // by its task

/** What a record says before anybody edits it: its annotation, else what was predicted, else nothing (TEN-26, TAN-08, TAN-11). */
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

/** What validating a prediction as it stands would say; null where nothing is predicted. */
export function predictedAnswer(record: StoredTaskRecord): Labels | Entities | Sentences | null {
  switch (record.task) {
    case "TextClassification": {
      const classes = predictedClasses(record);
      return classes.length > 0 ? chosenLabels(classes) : null;
    }
    case "TokenClassification":
      return record.prediction && { entities: record.prediction.entities.map((entity) => ({ ...entity, score: 1 })) };
    case "Text2Text": {
      // By score, the best first.
      const best = record.prediction?.sentences[0];
      return best === undefined ? null : { sentences: [{ text: best.text, score: 1 }] };
    }
  }
}

function withoutAgent({ agent: _, ...part }: WithAgent): Labels | Entities | Sentences {
  return part as Labels | Entities | Sentences; // what is left of it
}
