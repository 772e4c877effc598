import type { SpanQuestionSettings } from "../datasets/question.ts";
import type { Span } from "../spans/span.ts";
import { pythonRepr, pythonType } from "../text/python-text.ts";
import type { AnswerValue, RankedOption } from "./answer-values.ts";
import { fieldText } from "./field-text.ts";
import type { FieldValues } from "./record-input.ts";

const isSpans = (value: readonly (string | RankedOption | Span)[]): value is readonly Span[] =>
  value.every((item) => typeof item === "object" && "label" in item);

/**
 * The fault of a span answer, in the contract's words (api-v1 7.1), or null. Offsets are code points of the field's
 * text, ends exclusive. An empty list of spans is an answer, even on a record without the field.
 */
export function spanFault(settings: SpanQuestionSettings, value: AnswerValue, fields: FieldValues): string | null {
  if (!Array.isArray(value)) return `span question expects a list of values, found ${pythonType(value)}`;
  if (!isSpans(value)) return "span question expects a list of spans";
  if (value.length === 0) return null;
  const text = fieldText(fields, settings.field);
  if (text === null) {
    return `span question requires record to have field \`${settings.field}\``;
  }
  const length = Array.from(text).length;
  const labels = new Set(settings.options.map((option) => option.value));
  for (const span of value) {
    const fault = boundsFault(span, settings.field, length) ?? labelFault(span, labels);
    if (fault) return fault;
  }
  return settings.allowOverlapping ? null : overlapFault(value);
}

function boundsFault({ start, end }: Span, field: string, length: number): string | null {
  const says = (bound: string, relation: string) =>
    `span question response value \`${bound}\` must have a value ${relation} than record field \`${field}\` length that is \`${length}\``;
  if (start > length - 1) return says("start", "lower");
  return end > length ? says("end", "lower or equal") : null;
}

function labelFault({ label }: Span, labels: ReadonlySet<string>): string | null {
  if (labels.has(label)) return null;
  return `undefined label ${pythonRepr(label)} for span question.\nValid labels are: ${pythonRepr([...labels])}`;
}

const overlap = (a: Span, b: Span) => a.start < b.end && a.end > b.start;

function overlapFault(spans: readonly Span[]): string | null {
  const [first] = overlapping(spans);
  const span = first === undefined ? undefined : spans[first];
  if (!span) return null;
  const second = spans.findIndex((other, index) => index !== first && overlap(span, other));
  return `overlapping values found between spans at index idx=${first} and idx=${second}`;
}

/**
 * The indexes of all spans that overlap another, ascending. It goes through the spans by their starts, so it is fast
 * for thousands.
 */
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
