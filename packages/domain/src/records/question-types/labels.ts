import type { LabelOption, LabelQuestionSettings, MultiLabelQuestionSettings } from "../../datasets/question.ts";
import { compareCodePoints } from "../../text/characters.ts";
import { pythonRepr, pythonType } from "../../text/python-text.ts";
import type { AnswerValue } from "../record.ts";
import {
  hasNone,
  hasOption,
  isListOf,
  isNotNull,
  isNull,
  isString,
  optionText,
  type QuestionRules,
  sameMembers,
  valuesOf,
} from "./rules.ts";

export const label: QuestionRules<LabelQuestionSettings, string | null, "text"> = {
  empty: null,
  read: ({ options }, stored) => (isString(stored) && hasOption(options, stored) ? stored : undefined),
  isEmpty: isNull,
  isValid: isNotNull,
  same: Object.is,
  kind: "text",
  asText: ({ options }, value) => optionText(options, value ?? ""),
  isPlain: true,
};

export const multiLabel: QuestionRules<MultiLabelQuestionSettings, readonly string[], "text"> = {
  empty: [],
  read: ({ options }, stored) =>
    isListOf(stored, isString) && stored.every((value) => hasOption(options, value)) ? [...new Set(stored)] : undefined,
  isEmpty: hasNone,
  isValid: (_, value) => !hasNone(value),
  same: (one, other) => sameMembers(one, other, String),
  partsOf: (value) => value,
  kind: "text",
  asText: ({ options }, value) => value.map((one) => optionText(options, one)).join(", "),
};

export function labelFault({ options }: LabelQuestionSettings, value: AnswerValue): string | null {
  if (isString(value) && valuesOf(options).has(value)) return null;
  return `${pythonRepr(value)} is not a valid label for label selection question.\nValid labels are: ${printedOptions(options)}`;
}

export function multiLabelFault({ options }: MultiLabelQuestionSettings, value: AnswerValue): string | null {
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

export const printedOptions = (options: readonly LabelOption[]) => pythonRepr(options.map((option) => option.value));

export const unknownAmong = (options: readonly LabelOption[], values: readonly string[]) =>
  [...new Set(values)].filter((value) => !valuesOf(options).has(value)).sort(compareCodePoints);

export const hasRepeats = (values: readonly string[]) => new Set(values).size < values.length;
