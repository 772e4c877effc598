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
import { isRankedOption, isSpan, ranksAll, type SettingsOf } from "./question-types.ts";
import type { Reason } from "./reason.ts";
import { type AnswerValue, type FieldValues, fieldText, type RankedOption } from "./record.ts";

/** The checks of answers, by question type: the server's alone. */

type AnsweredRecord = {
  readonly fields: FieldValues;
  /** Only a submitted ranking must be complete. */
  readonly submitted: boolean;
};

type Check<Settings> = (settings: Settings, value: AnswerValue, answered: AnsweredRecord) => Reason | null;

const CHECKS: { readonly [Type in QuestionType]: Check<SettingsOf<Type>> } = {
  text: textFault,
  label_selection: labelFault,
  rating: ratingFault,
  multi_label_selection: multiLabelFault,
  ranking: rankingFault,
  span: (settings, value, { fields }) => spanFault(settings, value, fields),
};

/**
 * Why an answer to a question is refused (contract api-v1 7.1), or null. The same rules hold for
 * suggestions and for responses, however they arrive (FAN-13).
 */
export function valueFault(settings: QuestionSettings, value: AnswerValue, answered: AnsweredRecord): Reason | null {
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

function textFault(_: TextQuestionSettings, value: AnswerValue): Reason | null {
  if (!isString(value)) return { kind: "no text", found: value };
  const words = wholeFault("text of an answer", value);
  return words === null ? null : { kind: "long text", words };
}

function ratingFault({ options }: RatingQuestionSettings, value: AnswerValue): Reason | null {
  const ratings = options.map((option) => option.value);
  return ratings.some((rating) => rating === value) ? null : { kind: "unknown rating", value, options: ratings };
}

function labelFault({ options }: LabelQuestionSettings, value: AnswerValue): Reason | null {
  if (isString(value) && valuesOf(options).has(value)) return null;
  return { kind: "unknown label", value, options: namesOf(options) };
}

function multiLabelFault({ options }: MultiLabelQuestionSettings, value: AnswerValue): Reason | null {
  if (!Array.isArray(value)) return { kind: "no list", of: "labels", found: value };
  if (value.length === 0) return { kind: "empty list" };
  if (!isListOf(value, isString)) return { kind: "other list", of: "labels" };
  if (hasRepeats(value)) return { kind: "repeated", of: "labels" };
  const unknown = unknownAmong(options, value);
  return unknown.length === 0 ? null : { kind: "unknown labels", values: unknown, options: namesOf(options) };
}

const namesOf = (options: readonly LabelOption[]) => options.map((option) => option.value);

const unknownAmong = (options: readonly LabelOption[], values: readonly string[]) =>
  [...new Set(values)].filter((value) => !valuesOf(options).has(value)).sort(compareCodePoints);

const hasRepeats = (values: readonly string[]) => new Set(values).size < values.length;

function rankingFault(
  { options }: RankingQuestionSettings,
  value: AnswerValue,
  { submitted }: { readonly submitted: boolean },
): Reason | null {
  if (!Array.isArray(value)) return { kind: "no list", of: "ranking", found: value };
  if (!isListOf(value, isRankedOption)) return { kind: "other list", of: "ranking" };
  const incomplete = submitted ? completenessFault(options, value) : null;
  if (incomplete) return incomplete;
  const values = value.map((item) => item.value);
  const unknown = unknownAmong(options, values);
  if (unknown.length > 0) return { kind: "unknown ranked", values: unknown, options: namesOf(options) };
  return hasRepeats(values) ? { kind: "repeated", of: "ranking" } : null;
}

/** The fault if not every option has a rank from 1 to the number of options; ties are fine. */
function completenessFault(all: readonly LabelOption[], value: readonly RankedOption[]): Reason | null {
  const options = all.length;
  if (!ranksAll(all, value)) return { kind: "incomplete ranking", options, found: value.length };
  const ranks = [...new Set(value.map((item) => item.rank))]
    .filter((rank) => rank === null || rank < 1 || rank > options)
    .sort((a, b) => (a ?? Number.NEGATIVE_INFINITY) - (b ?? Number.NEGATIVE_INFINITY));
  return ranks.length === 0 ? null : { kind: "unknown ranks", ranks, most: options };
}

/**
 * Why a span answer is refused (contract api-v1 7.1), or null. Offsets are code points of the field's text, ends
 * exclusive. An empty list of spans is an answer, even on a record without the field.
 */
export function spanFault(
  { field, options, allowOverlapping }: SpanQuestionSettings,
  value: AnswerValue,
  fields: FieldValues,
): Reason | null {
  if (!Array.isArray(value)) return { kind: "no list", of: "spans", found: value };
  if (!isListOf(value, isSpan)) return { kind: "other list", of: "spans" };
  if (value.length === 0) return null;
  const text = fieldText(fields, field);
  if (text === null) return { kind: "no text for spans", field };
  const length = Array.from(text).length;
  const labels = valuesOf(options);
  for (const span of value) {
    if (!isWithin(span, length))
      return { kind: "span beyond text", bound: span.start < length ? "end" : "start", field, length };
    if (!labels.has(span.label)) return { kind: "unknown span label", value: span.label, options: [...labels] };
  }
  return allowOverlapping ? null : overlapFault(value);
}

function overlapFault(spans: readonly Span[]): Reason | null {
  const [first] = overlapping(spans);
  const span = first === undefined ? undefined : spans[first];
  if (first === undefined || !span) return null;
  const second = spans.findIndex((other, index) => index !== first && overlaps(span, other));
  return { kind: "overlapping spans", first, second };
}

/** Ascending indexes of spans that overlap. Goes through them by their starts: fast for thousands. */
function overlapping(spans: readonly Span[]): number[] {
  const order = [...spans.entries()].sort(([, a], [, b]) => a.start - b.start);
  const found = new Set<number>();
  let farthest: readonly [number, Span] | null = null;
  for (const [index, span] of order) {
    if (farthest && span.start < farthest[1].end) found.add(index).add(farthest[0]);
    if (!farthest || span.end > farthest[1].end) farthest = [index, span];
  }
  return [...found].sort((a, b) => a - b);
}
