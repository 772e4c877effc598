import type { LabelOption } from "../datasets/question.ts";
import type { Ranked } from "./question-types.ts";

/** The rank `rank` and the options on it: none, one, or several in a tie. */
export type RankSlot = { readonly rank: number; readonly options: readonly LabelOption[] };

export type RankBoard = { readonly slots: readonly RankSlot[]; readonly unranked: readonly LabelOption[] };

/**
 * One slot per option, each with the options on that rank in option order, and the options that have no rank yet
 * (design/questions.md#ranking).
 */
export function layOutRanking(options: readonly LabelOption[], ranked: readonly Ranked[]): RankBoard {
  const rankOf = new Map(ranked.map(({ value, rank }) => [value, rank]));
  const slots = options.map((_, index) => ({
    rank: index + 1,
    options: options.filter((option) => rankOf.get(option.value) === index + 1),
  }));
  return { slots, unranked: options.filter((option) => !rankOf.has(option.value)) };
}

/**
 * Puts the option on the rank, beside the options that are there (ties are allowed, FAN-05). A rank outside 1..n or an
 * unknown value changes nothing.
 */
export function rankOption(
  options: readonly LabelOption[],
  ranked: readonly Ranked[],
  value: string,
  rank: number,
): readonly Ranked[] {
  if (!Number.isInteger(rank) || rank < 1 || rank > options.length) return ranked;
  if (!options.some((option) => option.value === value)) return ranked;
  return [...unrankOption(ranked, value), { value, rank }];
}

export function unrankOption(ranked: readonly Ranked[], value: string): readonly Ranked[] {
  return ranked.filter((item) => item.value !== value);
}

/** The next unranked option after `value` in option order, wrapping at the end; `undefined` when all are ranked. */
export function nextUnranked(
  options: readonly LabelOption[],
  ranked: readonly Ranked[],
  value: string,
): string | undefined {
  const done = new Set(ranked.map((item) => item.value));
  const here = options.findIndex((option) => option.value === value);
  const round = [...options.slice(here + 1), ...options.slice(0, here + 1)];
  return round.find((option) => !done.has(option.value))?.value;
}
