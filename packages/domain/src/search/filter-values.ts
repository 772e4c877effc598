import type { MetadataMetrics } from "../datasets/metadata-property.ts";
import type { RatingQuestionSettings } from "../datasets/question.ts";
import { compareExactly, type ExactNumber, exactly } from "../text/whole-numbers.ts";
import {
  type CriteriaFilter,
  type FilterCondition,
  type FilterScope,
  MOST_FILTERS,
  MOST_TERMS,
  sameScope,
} from "./record-criteria.ts";

/** Ranges of the filters bar: a slider with two thumbs and a number box for each (design/filters.md#values). */

/** The track that the thumbs move on. Both ends are multiples of the step. */
export type Track = { readonly min: ExactNumber; readonly max: ExactNumber; readonly step: number };

export type Ends = readonly [low: ExactNumber, high: ExactNumber];

/** FFI-20: shown in percent, a share from 0 to 1 in the search; one step is one percent. */
export const SCORE_TRACK = { min: 0, max: 1, step: 0.01 } as const satisfies Track;

const STEPS = { integer: 1, float: 0.01 } as const;

/** Extended to whole steps; null when no record has a value (FEN-21). */
export function metadataTrack({ type, min, max }: Exclude<MetadataMetrics, { type: "terms" }>): Track | null {
  if (min === null || max === null) return null;
  const step = STEPS[type];
  // Numbers too large for a JavaScript number are whole.
  if (typeof min === "string" || typeof max === "string") return { min, max, step };
  return { min: onStep(Math.floor(stepsIn(min, step)) * step, step), max: outward(max, step), step };
}

export function ratingTrack({ options }: RatingQuestionSettings): Track {
  const values = options.map(({ value }) => value);
  return { min: Math.min(...values), max: Math.max(...values), step: 1 };
}

/** The positions of the thumbs for a condition. A missing end, or one outside the track, is at the end of the track. */
export function endsOf(track: Track, condition: FilterCondition | null): Ends {
  if (condition?.type !== "range") return [track.min, track.max];
  const low = clamp(condition.ge ?? track.min, track.min, track.max);
  return [low, clamp(condition.le ?? track.max, low, track.max)];
}

/** The slider has plain numbers only, so the end that did not move keeps its digits (FFI-28). */
export function endsMovedTo(track: Track, ends: Ends, moved: readonly [low: number, high: number]): Ends {
  const end = (which: 0 | 1) =>
    [ends[which], track.min, track.max].find((known) => Number(known) === moved[which]) ?? exactly(moved[which]);
  return [end(0), end(1)];
}

/** The condition for two thumbs; null when they span the whole track, because that filters nothing. */
export function conditionOfEnds(track: Track, [low, high]: Ends): FilterCondition | null {
  return compareExactly(low, track.min) <= 0 && compareExactly(high, track.max) >= 0
    ? null
    : { type: "range", ge: low, le: high };
}

/** The ends after a number was typed for one of them. It is limited to the track and cannot pass the other end. */
export function withTypedEnd(track: Track, ends: Ends, which: 0 | 1, typed: ExactNumber): Ends {
  return which === 0 ? [clamp(typed, track.min, ends[1]), ends[1]] : [ends[0], clamp(typed, ends[0], track.max)];
}

/** True if a typed number can be used as it is. A number out of range is corrected when its box loses focus. */
export function fitsTyped(track: Track, ends: Ends, which: 0 | 1, typed: ExactNumber): boolean {
  return withTypedEnd(track, ends, which, typed)[which] === typed;
}

function outward(value: number, step: number): number {
  return onStep(Math.ceil(stepsIn(value, step)) * step, step);
}

/** Number of steps from 0 to a value; 0.07 / 0.01 is 7, not 7.000000000000001. */
function stepsIn(value: number, step: number): number {
  const steps = value / step;
  const whole = Math.round(steps);
  return Math.abs(steps - whole) < 1e-6 ? whole : steps;
}

function onStep(value: number, step: number): number {
  return step >= 1 ? value : Number(value.toFixed(2));
}

function clamp(value: ExactNumber, min: ExactNumber, max: ExactNumber): ExactNumber {
  if (compareExactly(value, max) > 0) return max;
  return compareExactly(value, min) < 0 ? min : value;
}

/** A value to tick. `count`: the number of records that have it, null if unknown. */
export type TermChoice = { readonly value: string; readonly text: string; readonly count: number | null };

/** The values of a terms property, most frequent first (FEN-20). */
export function termChoices(metrics: Extract<MetadataMetrics, { type: "terms" }>): readonly TermChoice[] {
  return metrics.values.map(({ term, count }) => ({ value: term, text: term, count }));
}

export function plainChoices(
  values: readonly { readonly value: string; readonly text: string }[],
): readonly TermChoice[] {
  return values.map(({ value, text }) => ({ value, text, count: null }));
}

/** Adds the chosen values that are no longer offered, at the top, so that the reader can untick them. */
export function withChosen(choices: readonly TermChoice[], chosen: readonly string[]): readonly TermChoice[] {
  const known = new Set(choices.map(({ value }) => value));
  const others = chosen.filter((value) => !known.has(value));
  return others.length === 0 ? choices : [...plainChoices(others.map((value) => ({ value, text: value }))), ...choices];
}

export function chosenTerms(condition: FilterCondition | null): readonly string[] {
  return condition?.type === "terms" ? condition.values : [];
}

/** FFI-18: by default, one of the values is enough. */
export function matchOf(condition: FilterCondition | null): "any" | "all" {
  return condition?.type === "terms" ? condition.match : "any";
}

/**
 * Most values that one scope may have (API-36): 250 if any of them may match. If all must match, each value is a filter
 * of its own and counts towards the 50 filters of a search.
 */
export function mostValues(filters: readonly CriteriaFilter[], scope: FilterScope, match: "any" | "all"): number {
  const others = filters.filter((filter) => !sameScope(filter.scope, scope));
  const taken = others.reduce((sum, { condition }) => sum + costOf(condition), 0);
  const left = Math.max(0, MOST_FILTERS - taken);
  return match === "all" ? Math.min(MOST_TERMS, left) : left === 0 ? 0 : MOST_TERMS;
}

function costOf(condition: FilterCondition): number {
  return condition.type === "terms" && condition.match === "all" ? condition.values.length : 1;
}
