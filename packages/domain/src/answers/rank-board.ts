import type { LabelOption } from "../datasets/question.ts";
import type { Ranked } from "../records/question-types.ts";

/** The rank `rank` and the options on it: none, one, or several in a tie. */
type RankSlot = { readonly rank: number; readonly options: readonly LabelOption[] };

export type RankBoard = { readonly slots: readonly RankSlot[]; readonly unranked: readonly LabelOption[] };

/** One slot per option, each with the options on that rank, in option order (design/questions.md#ranking). */
export function layOutRanking(options: readonly LabelOption[], ranked: readonly Ranked[]): RankBoard {
  const rankOf = new Map(ranked.map(({ value, rank }) => [value, rank]));
  const slots = options.map((_, index) => ({
    rank: index + 1,
    options: options.filter((option) => rankOf.get(option.value) === index + 1),
  }));
  return { slots, unranked: options.filter((option) => !rankOf.has(option.value)) };
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
