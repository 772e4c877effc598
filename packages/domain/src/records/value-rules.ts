import { wholeFault } from "../bounds.ts";
import type { LabelOption, QuestionSettings, SpanQuestionSettings } from "../datasets/question.ts";
import type { Span } from "../spans/span.ts";
import { overlaps } from "../spans/span-list.ts";
import { compareCodePoints } from "../text/characters.ts";
import { pythonRepr, pythonType } from "../text/python-text.ts";
import type { ResponseStatus } from "./labeled-record.ts";
import { type AnswerValue, type FieldValues, fieldText, type RankedOption } from "./record.ts";
import { ranksAll } from "./submit-rules.ts";

/**
 * The fault of an answer to a question, in the contract's words (api-v1 7.1), or null. The same rules hold for
 * suggestions and for responses, however they arrive (FAN-13).
 */

type AnsweredRecord = {
  readonly fields: FieldValues;
  /** Only a submitted ranking must be complete. */
  readonly submitted: boolean;
};

export function valueFault(settings: QuestionSettings, value: AnswerValue, answered: AnsweredRecord): string | null {
  switch (settings.type) {
    case "text":
      return typeof value === "string"
        ? wholeFault("text of an answer", value)
        : `text question expects a text value, found ${pythonType(value)}`;
    case "label_selection":
      return labelFault(settings.options, value);
    case "multi_label_selection":
      return multiLabelFault(settings.options, value);
    case "rating":
      return ratingFault(settings.options, value);
    case "ranking":
      return rankingFault(settings.options, value, answered.submitted);
    case "span":
      return spanFault(settings, value, answered.fields);
  }
}

const sets = new WeakMap<readonly LabelOption[], ReadonlySet<string>>();

/** The options' values, cached per list: a question may have 10,000 options and a batch 500 answers. */
function valuesOf(options: readonly LabelOption[]): ReadonlySet<string> {
  const known = sets.get(options);
  if (known) return known;
  const made = new Set(options.map((option) => option.value));
  sets.set(options, made);
  return made;
}

const printedOptions = (options: readonly LabelOption[]) => pythonRepr(options.map((option) => option.value));

const unknownAmong = (options: readonly LabelOption[], values: readonly string[]) =>
  [...new Set(values)].filter((value) => !valuesOf(options).has(value)).sort(compareCodePoints);

const hasRepeats = (values: readonly string[]) => new Set(values).size < values.length;

function labelFault(options: readonly LabelOption[], value: AnswerValue): string | null {
  if (typeof value === "string" && valuesOf(options).has(value)) return null;
  return `${pythonRepr(value)} is not a valid label for label selection question.\nValid labels are: ${printedOptions(options)}`;
}

function multiLabelFault(options: readonly LabelOption[], value: AnswerValue): string | null {
  const expected = "multi label selection questions expect";
  if (!Array.isArray(value)) return `${expected}s a list of values, found ${pythonType(value)}`;
  if (value.length === 0) return `${expected}s a list of values, found empty list`;
  if (!isListOfText(value)) return `${expected}s a list of labels`;
  if (hasRepeats(value)) return `${expected} a list of unique values, but duplicates were found`;
  const unknown = unknownAmong(options, value);
  if (unknown.length === 0) return null;
  const not = "are not valid labels for multi label selection question.";
  return `${pythonRepr(unknown)} ${not}\nValid labels are: ${printedOptions(options)}`;
}

const isListOfText = (value: readonly (string | RankedOption | Span)[]): value is readonly string[] =>
  value.every((item) => typeof item === "string");

const isRanking = (value: readonly (string | RankedOption | Span)[]): value is readonly RankedOption[] =>
  value.every((item) => typeof item === "object" && "rank" in item);

function ratingFault(options: readonly { readonly value: number }[], value: AnswerValue): string | null {
  if (options.some((option) => option.value === value)) return null;
  const valid = pythonRepr(options.map((option) => option.value));
  return `${pythonRepr(value)} is not a valid rating for rating question.\nValid ratings are: ${valid}`;
}

function rankingFault(options: readonly LabelOption[], value: AnswerValue, submitted: boolean): string | null {
  if (!Array.isArray(value)) return `ranking question expects a list of values, found ${pythonType(value)}`;
  if (!isRanking(value)) return "ranking question expects a list of ranked values";
  const incomplete = submitted ? completenessFault(options, value) : null;
  if (incomplete) return incomplete;
  const values = value.map((item) => item.value);
  const unknown = unknownAmong(options, values);
  if (unknown.length > 0) {
    const not = "are not valid values for ranking question.";
    return `${pythonRepr(unknown)} ${not}\nValid values are: ${printedOptions(options)}`;
  }
  return hasRepeats(values) ? "ranking question expects a list of unique values, but duplicates were found" : null;
}

/** The fault if not every option has a rank from 1 to the number of options; ties are fine. */
function completenessFault(all: readonly LabelOption[], value: readonly RankedOption[]): string | null {
  const options = all.length;
  if (!ranksAll(all, value)) {
    return `ranking question expects a list containing ${options} values, found a list of ${value.length} values`;
  }
  const valid = Array.from({ length: options }, (_, index) => index + 1);
  const wrong = [...new Set(value.map((item) => item.rank))]
    .filter((rank) => rank === null || rank < 1 || rank > options)
    .sort((a, b) => (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY));
  if (wrong.length === 0) return null;
  return `${pythonRepr(wrong)} are not valid ranks for ranking question.\nValid ranks are: ${pythonRepr(valid)}`;
}

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
    const fault = boundsFault(span, settings.field, length) ?? spanLabelFault(span, labels);
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

/** The number of responses that use an option of a question, by the status of the response. */
export type OptionUsage = { readonly value: string | number } & { readonly [Status in ResponseStatus]: number };

export type UsageCount = { readonly value: string | number; readonly status: ResponseStatus; readonly count: number };

/** The values that can answer a question, in their order; none for a text. */
export function optionValues(settings: QuestionSettings): readonly (string | number)[] {
  return settings.type === "text" ? [] : settings.options.map((option) => option.value);
}

/** The counts of every option, unused ones included, in the question's order. Takes one pass over both lists. */
export function usageOf(settings: QuestionSettings, counts: readonly UsageCount[]): OptionUsage[] {
  const found = new Map<string | number, { [Status in ResponseStatus]: number }>();
  const of = (value: string | number) => found.get(value) ?? { submitted: 0, draft: 0, discarded: 0 };
  for (const { value, status, count } of counts) {
    const sums = of(value);
    found.set(value, { ...sums, [status]: sums[status] + count });
  }
  return optionValues(settings).map((value) => ({ value, ...of(value) }));
}
