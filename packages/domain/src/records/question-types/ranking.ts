import type { LabelOption, RankingQuestionSettings } from "../../datasets/question.ts";
import { pythonRepr, pythonType } from "../../text/python-text.ts";
import type { AnswerValue, RankedOption } from "../record.ts";
import { hasRepeats, printedOptions, unknownAmong } from "./labels.ts";
import {
  hasNone,
  hasOption,
  isListOf,
  isNumber,
  isObject,
  isString,
  optionText,
  type QuestionRules,
  sameMembers,
} from "./rules.ts";

/** A ranked option of a ranking. Unranked options are left out of an answer (FAN-05). */
export type Ranked = { readonly value: string; readonly rank: number };

export const ranking: QuestionRules<RankingQuestionSettings, readonly Ranked[], null> = {
  empty: [],
  read: readRanking,
  isEmpty: hasNone,
  isValid: ({ options }, value) => ranksAll(options, value),
  mayBePartial: true,
  same: (one, other) => sameMembers(one, other, ({ value, rank }) => `${rank} ${value}`),
  partsOf: (value) => value.map((item) => item.value),
  kind: null,
  asText: ({ options }, ranked) =>
    ranked
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ value, rank }) => `${rank}. ${optionText(options, value)}`)
      .join(", "),
};

/** True if every option of a ranking has a rank; ties are fine (FAN-09). */
const ranksAll = (options: readonly unknown[], ranked: readonly unknown[]): boolean => ranked.length === options.length;

/** A ranking may be partial; null ranks and ranks outside 1..n count as unranked. */
function readRanking({ options }: RankingQuestionSettings, stored: unknown): readonly Ranked[] | undefined {
  if (!isListOf(stored, isRankedOption) || !stored.every(({ value }) => hasOption(options, value))) return undefined;
  const places = new Map<string, number>();
  for (const { value, rank } of stored)
    if (rank !== null && rank >= 1 && rank <= options.length && !places.has(value)) places.set(value, rank);
  return [...places].map(([value, rank]) => ({ value, rank }));
}

const isRankedOption = (item: unknown): item is RankedOption =>
  isObject(item) && isString(item.value) && (item.rank === null || isNumber(item.rank));

export function rankingFault(
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
