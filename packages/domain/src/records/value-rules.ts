import { wholeFault } from "../bounds.ts";
import type { LabelOption, QuestionSettings } from "../datasets/question.ts";
import type { Span } from "../spans/span.ts";
import { compareCodePoints } from "../text/code-point-order.ts";
import { pythonRepr, pythonType } from "../text/python-text.ts";
import type { AnswerValue, RankedOption } from "./answer-values.ts";
import type { FieldValues } from "./record-input.ts";
import { spanFault } from "./span-rules.ts";
import { ranksAll } from "./submit-rules.ts";

/**
 * The fault of an answer to a question, in the contract's words (api-v1 7.1), or null. The same rules hold for
 * suggestions and for responses, however they arrive (FAN-13).
 */

export type AnsweredRecord = {
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
export function optionValues(options: readonly LabelOption[]): ReadonlySet<string> {
  const known = sets.get(options);
  if (known) return known;
  const made = new Set(options.map((option) => option.value));
  sets.set(options, made);
  return made;
}

const printedOptions = (options: readonly LabelOption[]) => pythonRepr(options.map((option) => option.value));

/** The distinct values that are not options, sorted. */
const unknownAmong = (options: readonly LabelOption[], values: readonly string[]) =>
  [...new Set(values)].filter((value) => !optionValues(options).has(value)).sort(compareCodePoints);

const hasRepeats = (values: readonly string[]) => new Set(values).size < values.length;

function labelFault(options: readonly LabelOption[], value: AnswerValue): string | null {
  if (typeof value === "string" && optionValues(options).has(value)) return null;
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
