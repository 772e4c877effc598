import { parseWithForm } from "../text/json-numbers.ts";
import type { LoggedRecord, LoggedText, LoggedText2Text, LoggedTokens, LoggedVector } from "./logged-record.ts";
import { mergedAnnotationParts } from "./merged-annotation-parts.ts";
import { textMetrics, tokenMetrics } from "./record-metrics.ts";
import type {
  FlatMetadata,
  Inputs,
  LastLog,
  Side,
  TaskDocument,
  TaskRecordId,
  Text2TextDocument,
  TextClassificationDocument,
  TokenClassificationDocument,
  VectorFacts,
} from "./task-record.ts";

/** Facts about a log: the final id of the record, and the time of the log. */
export type LogFacts = {
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
export const textOfInputs = (inputs: Inputs): string => Object.values(inputs).flat().join("\n");

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
