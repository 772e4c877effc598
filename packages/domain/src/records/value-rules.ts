import { wholeFault } from "../bounds.ts";
import type {
  LabelOption,
  LabelQuestionSettings,
  MultiLabelQuestionSettings,
  QuestionSettings,
  QuestionType,
  RankingQuestionSettings,
  RatingQuestionSettings,
  SpanQuestionSettings,
  TextQuestionSettings,
} from "../datasets/question.ts";
import { isListOf, isString } from "../json-object.ts";
import { isWithin, overlaps, type Span } from "../spans/span.ts";
import { compareCodePoints } from "../text/characters.ts";
import { pythonRepr, pythonType } from "../text/python-text.ts";
import { isRankedOption, isSpan, ranksAll } from "./answer-shapes.ts";
import type { SettingsOf } from "./question-types.ts";
import { type AnswerValue, type FieldValues, fieldText, type RankedOption } from "./record.ts";

/** The checks of answers, by question type: the server's alone. */

type AnsweredRecord = {
  readonly fields: FieldValues;
  /** Only a submitted ranking must be complete. */
  readonly submitted: boolean;
};

type Check<Settings> = (settings: Settings, value: AnswerValue, answered: AnsweredRecord) => string | null;

const CHECKS: { readonly [Type in QuestionType]: Check<SettingsOf<Type>> } = {
  text: textFault,
  label_selection: labelFault,
  rating: ratingFault,
  multi_label_selection: multiLabelFault,
  ranking: rankingFault,
  span: (settings, value, { fields }) => spanFault(settings, value, fields),
};

/**
 * The fault of an answer to a question, in the contract's words (api-v1 7.1), or null. The same rules hold for
 * suggestions and for responses, however they arrive (FAN-13).
 */
export function valueFault(settings: QuestionSettings, value: AnswerValue, answered: AnsweredRecord): string | null {
  // The check of a type gets settings of that type.
  return (CHECKS[settings.type] as Check<QuestionSettings>)(settings, value, answered);
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

function textFault(_: TextQuestionSettings, value: AnswerValue): string | null {
  return isString(value)
    ? wholeFault("text of an answer", value)
    : `text question expects a text value, found ${pythonType(value)}`;
}

function ratingFault({ options }: RatingQuestionSettings, value: AnswerValue): string | null {
  if (options.some((option) => option.value === value)) return null;
  const valid = pythonRepr(options.map((option) => option.value));
  return `${pythonRepr(value)} is not a valid rating for rating question.\nValid ratings are: ${valid}`;
}

function labelFault({ options }: LabelQuestionSettings, value: AnswerValue): string | null {
  if (isString(value) && valuesOf(options).has(value)) return null;
  return `${pythonRepr(value)} is not a valid label for label selection question.\nValid labels are: ${printedOptions(options)}`;
}

function multiLabelFault({ options }: MultiLabelQuestionSettings, value: AnswerValue): string | null {
  const expected = "multi label selection questions expect";
  if (!Array.isArray(value)) return `${expected}s a list of values, found ${pythonType(value)}`;
  if (value.length === 0) return `${expected}s a list of values, found empty list`;
  if (!isListOf(value, isString)) return `${expected}s a list of labels`;
  if (hasRepeats(value)) return `${expected} a list of unique values, but duplicates were found`;
  const unknown = unknownAmong(options, value);
  if (unknown.length === 0) return null;
  const not = "are not valid labels for multi label selection question.";
  return `${pythonRepr(unknown)} ${not}\nValid labels are: ${printedOptions(options)}`;
}

const printedOptions = (options: readonly LabelOption[]) => pythonRepr(options.map((option) => option.value));

const unknownAmong = (options: readonly LabelOption[], values: readonly string[]) =>
  [...new Set(values)].filter((value) => !valuesOf(options).has(value)).sort(compareCodePoints);

const hasRepeats = (values: readonly string[]) => new Set(values).size < values.length;

function rankingFault(
  { options }: RankingQuestionSettings,
  value: AnswerValue,
  { submitted }: { readonly submitted: boolean },
): string | null {
  if (!Array.isArray(value)) return `ranking question expects a list of values, found ${pythonType(value)}`;
  if (!isListOf(value, isRankedOption)) return "ranking question expects a list of ranked values";
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

function boundsFault(span: Span, field: string, length: number): string | null {
  const says = (bound: string, relation: string) =>
    `span question response value \`${bound}\` must have a value ${relation} than record field \`${field}\` length that is \`${length}\``;
  if (isWithin(span, length)) return null;
  return span.start < length ? says("end", "lower or equal") : says("start", "lower");
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
