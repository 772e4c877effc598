import type { AnswerOutcome } from "@postil/domain/tasks/answer-record";
import type { SeenRecord } from "@postil/domain/tasks/log-record";
import { taskRecordKey } from "@postil/domain/tasks/record-key";
import type { StoredTaskRecord } from "@postil/domain/tasks/shown-record";
import type {
  AnnotationPart,
  ByAgent,
  TaskDocument,
  TaskRecordId,
  VectorFacts,
  WithAgent,
} from "@postil/domain/tasks/task-record";
import { asFloat, asFloats } from "@postil/domain/text/json-text";
import { timeFromWire, timeToWire } from "../wire/mapping.ts";
import type { WireAnnotationPart, AnswerOutcome as WireOutcome, WireTaskRecord } from "./records.ts";

type Shown = {
  /** Searches leave out the metrics unless they are requested. */
  readonly metrics?: boolean;
  readonly searchKeywords?: readonly string[] | null;
};

/** A record for a reply, with null for missing values (contract api-v0 7.1). */
export function taskRecordToWire(
  document: TaskDocument,
  { metrics = true, searchKeywords = null }: Shown = {},
): WireTaskRecord {
  return {
    id: document.id,
    metadata: document.metadata ?? null,
    event_timestamp: document.event_timestamp ?? null,
    status: document.status,
    prediction: document.prediction ? withAgent(document.prediction) : null,
    annotation: document.annotation ? withAgent(document.annotation) : null,
    vectors: vectorsToWire(document.vectors),
    predictions: document.predictions ? byAgent(document.predictions) : null,
    annotations: document.annotations ? byAgent(document.annotations) : null,
    metrics: metrics ? { ...document.metrics } : {},
    search_keywords: searchKeywords ? [...searchKeywords] : null,
    last_updated: document.last_updated,
    ...taskPart(document),
  };
}

/** The outcome of an answer; its texts for people come from the server. */
export function answerOutcomeToWire(told: AnswerOutcome): WireOutcome {
  if (!("record" in told)) return told;
  const { status, annotation, lastUpdated } = told.record;
  const record = { status, annotation: annotation && withAgent(annotation), last_updated: lastUpdated };
  return { outcome: told.outcome, record };
}

const withAgent = ({ agent, ...part }: WithAgent): WireAnnotationPart => ({
  agent,
  ...annotationPartToWire(part as AnnotationPart),
}); // a part without its agent

const byAgent = (everybody: ByAgent): { [agent: string]: WireAnnotationPart } =>
  Object.fromEntries(
    Object.entries(everybody).map(([agent, part]) => [agent, { agent: null, ...annotationPartToWire(part) }]),
  );

function annotationPartToWire(part: AnnotationPart): WireAnnotationPart {
  if ("labels" in part)
    return { labels: part.labels.map(({ class_label, score }) => ({ class: class_label, score: asFloat(score) })) };
  if ("sentences" in part)
    return { sentences: part.sentences.map(({ text, score }) => ({ text, score: asFloat(score) })) };
  const entities = part.entities.map(({ score, ...entity }) => ({ ...entity, score: asFloat(score) }));
  return { entities, score: part.score === undefined ? null : asFloat(part.score) };
}

type Vectors = { readonly [name: string]: VectorFacts & { readonly value?: readonly number[] } };

function vectorsToWire(vectors: Vectors | undefined): WireTaskRecord["vectors"] {
  if (!vectors) return null;
  const whole = Object.entries(vectors).map(([name, { value = [], record_properties, model }]) => [
    name,
    {
      value: asFloats(value),
      record_properties: record_properties ? [...record_properties] : null,
      model: model ?? null,
    },
  ]);
  return Object.fromEntries(whole);
}

/** The task's own members. For text classification, the search text is no part of the record. */
function taskPart(document: TaskDocument) {
  if ("inputs" in document) {
    const { inputs, multi_label, explanation = null } = document;
    // The lists and maps are shared: replies are written, never changed.
    return { inputs, multi_label, explanation } as Pick<WireTaskRecord, "inputs" | "multi_label" | "explanation">;
  }
  return "tokens" in document ? { text: document.text, tokens: [...document.tokens] } : { text: document.text };
}

type Within = { readonly workspace: string; readonly dataset: string; readonly task: StoredTaskRecord["task"] };

/** A record from the reply of a search or of a single read. Throws if its task is unknown (TEN-32). */
export function taskRecordFromWire(
  wire: { readonly [Name in keyof WireTaskRecord]?: WireTaskRecord[Name] | undefined } & { readonly id: TaskRecordId },
  within: Within,
) {
  const { event_timestamp } = wire;
  const common = {
    id: wire.id,
    key: taskRecordKey({ ...within, id: wire.id }),
    task: within.task,
    metadata: wire.metadata ?? {},
    eventTimestamp: event_timestamp ? timeFromWire(event_timestamp) : null,
    lastUpdated: timeFromWire(wire.last_updated ?? ""),
    searchKeywords: wire.search_keywords ?? [],
    vectors: wire.vectors ?? {},
    status: wire.status ?? "Default",
    prediction: wire.prediction ? partFromWire(wire.prediction) : null,
    annotation: wire.annotation ? partFromWire(wire.annotation) : null,
  };
  const { inputs = {}, multi_label: multiLabel = false, text = "", tokens = [] } = wire;
  const own = {
    TextClassification: { inputs, multiLabel },
    TokenClassification: { text, tokens },
    Text2Text: { text },
  };
  if (!Object.hasOwn(own, within.task)) throw new Error("unknown dataset task");
  return { ...common, ...own[within.task] } as StoredTaskRecord; // the server sends the members of the record's task
}

/** Each agent's prediction; the one that the record shows comes first. */
export function predictionsFromWire({
  prediction,
  predictions,
}: Pick<WireTaskRecord, "prediction" | "predictions">): readonly WithAgent[] {
  const shown = prediction ? [partFromWire(prediction)] : [];
  const others = Object.entries(predictions ?? {})
    .filter(([agent]) => agent !== prediction?.agent)
    .map(([agent, part]) => partFromWire({ ...part, agent }));
  return [...shown, ...others];
}

/** Reads an annotation or prediction with its agent: the inverse of writing it. */
function partFromWire({ agent, ...part }: WireAnnotationPart): WithAgent {
  const named = { agent: agent ?? "" };
  if ("labels" in part)
    return { ...named, labels: part.labels.map((label) => ({ class_label: label.class, score: label.score })) };
  if ("sentences" in part) return { ...named, sentences: part.sentences };
  return { ...named, entities: part.entities, ...(part.score == null ? {} : { score: part.score }) };
}

/** The state of a record after a call. */
export const stateFromWire = ({ status, annotation, last_updated }: WireState) => ({
  status,
  annotation: annotation ? partFromWire(annotation) : null,
  lastUpdated: timeFromWire(last_updated),
});
type WireState = Extract<WireOutcome, { readonly record: unknown }>["record"];

/** The state in which a record was read, for a log that applies only while it has that state (contract api-v0 5.7). */
export const seenToWire = ({ lastUpdated, status }: SeenRecord) => ({ last_updated: timeToWire(lastUpdated), status });

/** An annotation in the format of logs. */
export function annotationToWire({ agent, ...part }: WithAgent): WireAnnotationPart {
  if ("labels" in part)
    return { agent, labels: part.labels.map(({ class_label, score }) => ({ class: class_label, score })) };
  if ("sentences" in part) return { agent, sentences: [...part.sentences] };
  const { entities, score } = part;
  return { agent, entities: entities.map((entity) => ({ ...entity })), ...(score === undefined ? {} : { score }) };
}
