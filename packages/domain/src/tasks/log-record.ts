import { characters } from "../text/characters.ts";
import { parseWithForm } from "../text/json-text.ts";
import { type Micros, timeFromText } from "../time.ts";
import type {
  AnnotationPart,
  AnnotationParts,
  ByAgent,
  Capitalness,
  Entities,
  Explanation,
  FlatMetadata,
  Inputs,
  Labels,
  LastLog,
  Mention,
  Sentences,
  Side,
  TaskDocument,
  TaskRecordId,
  TaskStatus,
  Text2TextDocument,
  TextClassificationDocument,
  TextMetrics,
  TokenClassificationDocument,
  TokenMetric,
  TokenMetrics,
  VectorFacts,
  WithAgent,
} from "./task-record.ts";

/** JSON text, so that numbers keep their written form when it is sent between threads. */
export type FlatMetadataText = string;

export type LoggedVector = VectorFacts & { readonly value: readonly number[] };

type LoggedOf<S extends AnnotationPart> = AnnotationParts<S> & {
  /** Null: the server makes an id. */
  readonly id: TaskRecordId | null;
  readonly status: TaskStatus;
  readonly metadata?: FlatMetadataText;
  readonly event_timestamp?: string;
  readonly vectors?: { readonly [name: string]: LoggedVector };
  /** The sides that are removed before the log is merged into the stored record (contract api-v0 5.7). */
  readonly clear: readonly Side[];
  /**
   * The sides that this log leaves unchanged, also for searches. If the log contains such a side anyway, the log
   * counts.
   */
  readonly keep?: readonly Side[];
  /** If set, the log is applied only if the stored record is still as it was seen (contract api-v0 5.7). */
  readonly seen?: SeenRecord;
};

export type LoggedText = LoggedOf<Labels> & {
  readonly inputs: Inputs;
  readonly multi_label: boolean;
  readonly explanation?: Explanation;
};
export type LoggedTokens = LoggedOf<Entities> & { readonly text: string; readonly tokens: readonly string[] };
export type LoggedText2Text = LoggedOf<Sentences> & { readonly text: string };

/**
 * A record of one log, parsed and put in order: absent keys are left out, and the main prediction and annotation are
 * also among those by agent. It has one task, recognised by its members as in the documents.
 */
export type LoggedRecord = LoggedText | LoggedTokens | LoggedText2Text;

type LogFacts = {
  readonly id: TaskRecordId;
  readonly lastUpdated: string;
  /** The parts that the previous log contained; absent if there was none. */
  readonly earlier?: LastLog | undefined;
};

/** The result of a log: the record as it is stored from now on. */
export type LogResult = {
  readonly document: TaskDocument;
  readonly lastLog: LastLog;
  /** The numbers of the logged vectors: they are stored separately. */
  readonly vectors: { readonly [name: string]: readonly number[] };
};

/**
 * Merges a logged record into the stored one, if there is one. Absent members stay, maps are merged key by key, lists
 * are replaced. The status, the metrics and the search text come from this log (contract api-v0 5.7). Both records have
 * the same task.
 */
export function logRecord(stored: TaskDocument | null, record: LoggedRecord, facts: LogFacts): LogResult {
  const { prediction, vectors = {} } = record;
  const brought = (side: Side): boolean => record[side] !== undefined || kept(side, record, facts);
  const lastLog = {
    prediction: brought("prediction"),
    annotation: brought("annotation"),
    score: prediction ? "score" in prediction : kept("prediction", record, facts) && facts.earlier?.score === true,
  };
  const numbers = Object.entries(vectors).map(([name, { value }]) => [name, value] as const);
  return { document: laidOver(stored, record, { ...facts, lastLog }), lastLog, vectors: Object.fromEntries(numbers) };
}

const kept = (side: Side, { keep }: LoggedRecord, { earlier }: LogFacts): boolean =>
  keep?.includes(side) === true && earlier?.[side] === true;

type Facts = LogFacts & { readonly lastLog: LastLog };

function laidOver(stored: TaskDocument | null, record: LoggedRecord, facts: Facts): TaskDocument {
  if ("inputs" in record) return textDocument(stored && "inputs" in stored ? stored : null, record, facts);
  if ("tokens" in record) return tokenDocument(stored && "tokens" in stored ? stored : null, record, facts);
  const before = stored && !("inputs" in stored || "tokens" in stored) ? stored : null;
  return text2TextDocument(before, record, facts);
}

function textDocument(
  stored: TextClassificationDocument | null,
  record: LoggedText,
  facts: LogFacts,
): TextClassificationDocument {
  const text = textOfInputs(record.inputs);
  const explanation = over(stored?.explanation, record.explanation);
  return {
    ...common(stored, record, facts),
    ...mergedAnnotationParts(stored, record),
    text,
    inputs: { ...stored?.inputs, ...record.inputs },
    multi_label: record.multi_label,
    ...(explanation ? { explanation } : {}),
    metrics: textMetrics(text),
  };
}

function tokenDocument(
  stored: TokenClassificationDocument | null,
  record: LoggedTokens,
  facts: Facts,
): TokenClassificationDocument {
  const { text, tokens } = record;
  const sides = mergedAnnotationParts(stored, record);
  const { prediction, annotation } = facts.lastLog;
  return {
    ...common(stored, record, facts),
    ...sides,
    text,
    tokens,
    metrics: tokenMetrics({
      text,
      tokens,
      prediction: prediction ? sides.prediction : undefined,
      annotation: annotation ? sides.annotation : undefined,
    }),
  };
}

const text2TextDocument = (
  stored: Text2TextDocument | null,
  record: LoggedText2Text,
  facts: LogFacts,
): Text2TextDocument => ({
  ...common(stored, record, facts),
  ...mergedAnnotationParts(stored, record),
  text: record.text,
  metrics: textMetrics(record.text),
});

/** The text of inputs: all values in the order of their keys, also the elements of lists, one per line. */
const textOfInputs = (inputs: Inputs): string => Object.values(inputs).flat().join("\n");

function common(stored: TaskDocument | null, record: LoggedRecord, { id, lastUpdated }: LogFacts) {
  const given = record.metadata === undefined ? undefined : (parseWithForm(record.metadata) as FlatMetadata); // as it was made
  const metadata = over(stored?.metadata, given);
  const vectors = mergedVectors(stored?.vectors, record.vectors);
  const event_timestamp = record.event_timestamp ?? stored?.event_timestamp;
  return {
    id,
    ...(metadata ? { metadata } : {}),
    ...(event_timestamp === undefined ? {} : { event_timestamp }),
    status: record.status,
    ...(vectors ? { vectors } : {}),
    last_updated: lastUpdated,
  };
}

/** Merges key by key; undefined if both are absent. */
const over = <T extends object>(stored: T | undefined, given: T | undefined): T | undefined =>
  stored && given ? { ...stored, ...given } : (given ?? stored);

type Vectors = { readonly [name: string]: VectorFacts };

function mergedVectors(
  stored: Vectors | undefined,
  given: { readonly [name: string]: LoggedVector } | undefined,
): Vectors | undefined {
  if (!given) return stored;
  const facts = Object.entries(given).map(([name, { value: _, ...named }]) => [name, { ...stored?.[name], ...named }]);
  return { ...stored, ...Object.fromEntries(facts) };
}

/** Merges the logged sides into the stored ones; `clear` names the sides whose stored parts are dropped first. */
function mergedAnnotationParts<S extends AnnotationPart>(
  stored: AnnotationParts<S> | null,
  logged: AnnotationParts<S> & Pick<LoggedRecord, "clear">,
): AnnotationParts<S> {
  const kept = (side: "prediction" | "annotation"): AnnotationParts<S> | null =>
    logged.clear.includes(side) ? null : stored;
  const [predicted, annotated] = [kept("prediction"), kept("annotation")];
  const prediction = over(predicted?.prediction, logged.prediction);
  const annotation = over(annotated?.annotation, logged.annotation);
  const predictions = byAgent(predicted?.predictions, logged.predictions);
  const annotations = byAgent(annotated?.annotations, logged.annotations);
  return {
    ...(prediction ? { prediction } : {}),
    ...(annotation ? { annotation } : {}),
    ...(predictions ? { predictions } : {}),
    ...(annotations ? { annotations } : {}),
  };
}

function byAgent<S extends AnnotationPart>(stored: ByAgent<S> | undefined, given: ByAgent<S> | undefined) {
  if (!stored || !given) return given ?? stored;
  const merged = Object.entries(given).map(([agent, part]): [string, S] => {
    const before = Object.hasOwn(stored, agent) ? stored[agent] : undefined;
    return [agent, { ...before, ...part }];
  });
  return { ...stored, ...Object.fromEntries(merged) };
}

/** The metrics of a record, computed at each log (contract api-v0 5.4). */

const textMetrics = (text: string): TextMetrics => ({ text_length: characters(text) });

type Tokens = {
  readonly text: string;
  readonly tokens: readonly string[];
  readonly prediction?: WithAgent<Entities> | undefined;
  readonly annotation?: WithAgent<Entities> | undefined;
};

const tokenMetrics = ({ text, tokens, prediction, annotation }: Tokens): TokenMetrics => ({
  ...textMetrics(text),
  tokens: tokens.map(metricOf),
  predicted: { mentions: mentionsIn(text, prediction) },
  annotated: { mentions: mentionsIn(text, annotation) },
});

function metricOf(value: string): TokenMetric {
  const capitalness = capitalnessOf(value);
  return capitalness ? { value, capitalness } : { value };
}

/** Each text once; if several entities have the same text, the last one counts. */
function mentionsIn(text: string, part: Entities | undefined): Mention[] {
  if (!part || part.entities.length === 0) return [];
  const characters = Array.from(text);
  const mentions = new Map<string, Mention>();
  for (const { start, end, label, score } of part.entities) {
    const value = characters.slice(start, end).join("");
    mentions.set(value, { ...metricOf(value), label, score });
  }
  return [...mentions.values()];
}

const UPPER = /\p{Uppercase}/u;
const NOT_UPPER = /[\p{Lowercase}\p{Lt}]/u;
const LOWER = /\p{Lowercase}/u;
const NOT_LOWER = /[\p{Uppercase}\p{Lt}]/u;
const FIRST_UPPER = /^\p{Uppercase}/u;

/** How a token or a mention is capitalized; null if it has no letter with a case (contract api-v0 5.4). */
export function capitalnessOf(text: string): Capitalness | null {
  const [hasUpper, hasLower] = [UPPER.test(text), LOWER.test(text)];
  if (hasUpper && !NOT_UPPER.test(text)) return "UPPER";
  if (hasLower && !NOT_LOWER.test(text)) return "LOWER";
  if (FIRST_UPPER.test(text)) return "FIRST";
  return hasUpper ? "MIDDLE" : null;
}

/**
 * The state of a record when its writer read it. These two members identify the state: every log changes the time.
 * Changes that keep the time (discarding by query, changing one record) change only the status among the parts that a
 * log overwrites.
 */
export type SeenRecord = { readonly lastUpdated: Micros; readonly status: TaskStatus };

/** True if the record was not written, discarded or deleted since. */
export const isAsSeen = (stored: TaskDocument | null, { lastUpdated, status }: SeenRecord): boolean =>
  stored !== null && stored.status === status && timeFromText(stored.last_updated) === lastUpdated;

/** Most characters of a stored record with its computed values: the size limit of a request. */
const MOST_IN_RECORD = 32 * 2 ** 20;

/** Size of one number of a vector; they are stored separately. */
const NUMBER = 8;

type RecordSize = {
  /** Number of characters of its document as JSON. */
  readonly document: number;
  /** Number of numbers in its vectors. */
  readonly numbers: number;
};

/** The fault if a record is too large, or null (contract api-v0 section 12). */
export function sizeFault({ document, numbers }: RecordSize): string | null {
  const found = document + NUMBER * numbers;
  if (found <= MOST_IN_RECORD) return null;
  return `a record may have ${MOST_IN_RECORD} characters as it is stored, with what it had before, it would have ${found}`;
}

/** A change to one record: metadata keys that are null are removed. */
export type TaskRecordChange = { readonly metadata?: FlatMetadataText; readonly status?: TaskStatus };

/** The record's time stays, and so do the search values of its last log (contract api-v0 7.1). */
export function changeTaskRecord<D extends TaskDocument>(document: D, { metadata, status }: TaskRecordChange): D {
  const given = metadata === undefined ? {} : (parseWithForm(metadata) as FlatMetadata); // as it was made
  const { metadata: stored, ...rest } = document;
  const merged = Object.entries({ ...stored, ...given }).filter(([, value]) => value !== null);
  const changed = { ...rest, ...(merged.length > 0 ? { metadata: Object.fromEntries(merged) } : {}) };
  return { ...changed, status: status ?? document.status } as D; // nothing but these two members differs
}
