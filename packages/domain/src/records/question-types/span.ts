import type { SpanQuestionSettings } from "../../datasets/question.ts";
import { type Span, sameSpans, spanKey } from "../../spans/span.ts";
import { overlaps } from "../../spans/span-list.ts";
import { pythonRepr, pythonType } from "../../text/python-text.ts";
import { type AnswerValue, type FieldValues, fieldText } from "../record.ts";
import {
  hasOption,
  isListOf,
  isNotNull,
  isNull,
  isNumber,
  isObject,
  isString,
  type QuestionRules,
  valuesOf,
} from "./rules.ts";

/** An empty list of spans is an answer (FAN-27), so null means that a span question is unanswered. */
export const span: QuestionRules<SpanQuestionSettings, readonly Span[] | null, null> = {
  empty: null,
  read: ({ options }, stored) =>
    isListOf(stored, isSpan) && stored.every(({ label }) => hasOption(options, label)) ? stored : undefined,
  isEmpty: isNull,
  isValid: isNotNull,
  // "No spans" is an answer, also to a required question (FAN-27).
  ifUnanswered: [],
  same: (one, other) => (one === null || other === null ? one === other : sameSpans(one, other)),
  partsOf: (value) => (value ?? []).map(spanKey),
  kind: null,
  asText: (settings, value, fields) => quoted(settings, value ?? [], fields).join(", "),
  isInText: true,
};

const isSpan = (item: unknown): item is Span =>
  isObject(item) && isNumber(item.start) && isNumber(item.end) && isString(item.label);

/** Most code points quoted of a span: the record itself is shown beside it. */
const QUOTED = 60;

/**
 * Each span as its words and the text of its label, in the order of the text. It goes through the text once, whatever
 * the number of spans.
 */
function quoted({ field, options }: SpanQuestionSettings, spans: readonly Span[], fields: FieldValues): string[] {
  const text = [...(fieldText(fields, field) ?? "")];
  const names = new Map(options.map((option) => [option.value, option.text]));
  return spans
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, end, label }) => {
      const words = text.slice(start, Math.min(end, start + QUOTED)).join("");
      return `“${end - start > QUOTED ? `${words}…` : words}” ${names.get(label) ?? label}`;
    });
}

/**
 * The fault of a span answer, in the contract's words (api-v1 7.1), or null. Offsets are code points of the field's
 * text, ends exclusive. An empty list of spans is an answer, even on a record without the field.
 */
export function spanFault(
  { field, options, allowOverlapping }: SpanQuestionSettings,
  value: AnswerValue,
  fields: FieldValues,
): string | null {
  if (!Array.isArray(value)) return `span question expects a list of values, found ${pythonType(value)}`;
  if (!isListOf(value, isSpan)) return "span question expects a list of spans";
  if (value.length === 0) return null;
  const text = fieldText(fields, field);
  if (text === null) return `span question requires record to have field \`${field}\``;
  const length = Array.from(text).length;
  const labels = valuesOf(options);
  for (const span of value) {
    const fault = boundsFault(span, field, length) ?? spanLabelFault(span, labels);
    if (fault) return fault;
  }
  return allowOverlapping ? null : overlapFault(value);
}

function boundsFault({ start, end }: Span, field: string, length: number): string | null {
  const says = (bound: string, relation: string) =>
    `span question response value \`${bound}\` must have a value ${relation} than record field \`${field}\` length that is \`${length}\``;
  if (start > length - 1) return says("start", "lower");
  return end > length ? says("end", "lower or equal") : null;
}

function spanLabelFault({ label }: Span, labels: ReadonlySet<string>): string | null {
  if (labels.has(label)) return null;
  return `undefined label ${pythonRepr(label)} for span question.\nValid labels are: ${pythonRepr([...labels])}`;
}

function overlapFault(spans: readonly Span[]): string | null {
  const [first] = overlapping(spans);
  const span = first === undefined ? undefined : spans[first];
  if (!span) return null;
  const second = spans.findIndex((other, index) => index !== first && overlaps(span, other));
  return `overlapping values found between spans at index idx=${first} and idx=${second}`;
}

/** Ascending indexes of spans that overlap. Goes through them by their starts: fast for thousands. */
function overlapping(spans: readonly Span[]): number[] {
  const order = [...spans.entries()].sort(([, a], [, b]) => a.start - b.start);
  const found = new Set<number>();
  /** The span with the farthest end so far. */
  let farthest: readonly [number, Span] | null = null;
  for (const [index, span] of order) {
    if (farthest && span.start < farthest[1].end) found.add(index).add(farthest[0]);
    if (!farthest || span.end > farthest[1].end) farthest = [index, span];
  }
  return [...found].sort((a, b) => a - b);
}
