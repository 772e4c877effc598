import { type CodePoints, codePoints } from "./code-points.ts";
import { type Graphemes, graphemesOf } from "./graphemes.ts";
import type { Stretch } from "./span.ts";

/**
 * A text with the units that selections snap to: its words, or its given tokens. The units are in text order, are not
 * empty and do not overlap; there may be other text between them.
 */
export type SpanUnits = {
  readonly points: CodePoints;
  readonly graphemes: Graphemes;
  readonly units: readonly Stretch[];
  /** True for tokens: their borders are never moved, even inside a grapheme. Words are widened to whole graphemes. */
  readonly fixed: boolean;
};

const segmenter = new Intl.Segmenter("en", { granularity: "word" });
const INK = /\S/;
const BLANK_END = /^\s|\s$/;

/** The first character that can combine with another one, except CR and LF. */
const FIRST_THAT_JOINS = 0x300;
const mayJoin = (text: string, at: number): boolean =>
  Math.max(text.charCodeAt(at - 1), text.charCodeAt(at)) >= FIRST_THAT_JOINS;

/**
 * Words by Unicode's segmentation; scripts without spaces are segmented by dictionary. Everything except blanks can be
 * marked: signs and emoji are units too.
 */
export function wordUnits(text: string): SpanUnits {
  const points = codePoints(text);
  const graphemes = graphemesOf(points);
  const units: Stretch[] = [];
  // A word may end before a sign that forms one grapheme with the text after it (U+0600). The sign then belongs to that
  // text.
  const border = (unit: number): number => {
    const place = points.toPoints(unit);
    return mayJoin(text, unit) ? (graphemes.at(place)?.start ?? place) : place;
  };
  for (const { segment, index } of segmenter.segment(text)) {
    const unit = { start: border(index), end: border(index + segment.length) };
    const word = points.slice(unit.start, unit.end);
    if (!INK.test(word)) continue;
    // The segmenter treats blanks before an invisible joiner as one word with it.
    const inked = BLANK_END.test(word) ? graphemes.trimmed(unit) : unit;
    if (inked !== null) units.push(inked);
  }
  return { points, graphemes, units, fixed: false };
}

/** Units from the `places` of tokens in the text, in text order (`tasks/token-borders`). */
export function tokenUnits(text: string, places: readonly Stretch[]): SpanUnits {
  const points = codePoints(text);
  const units = places.filter(({ start, end }) => start < end);
  return { points, graphemes: graphemesOf(points), units, fixed: true };
}

/**
 * Index of the first unit that ends after a place: the unit at the place, else the next one. If there is none, it is
 * the number of units.
 */
export function unitFrom({ units }: SpanUnits, place: number): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the last unit that begins before a place; -1 if there is none. */
export function unitBefore({ units }: SpanUnits, place: number): number {
  let [low, high] = [-1, units.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((units[middle]?.start ?? 0) < place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The stretch from one unit to another, both included; null if one does not exist. */
export function acrossUnits({ units, graphemes, fixed }: SpanUnits, first: number, last: number): Stretch | null {
  const [from, to] = [units[first], units[last]];
  if (from === undefined || to === undefined || first > last) return null;
  const stretch = { start: from.start, end: to.end };
  return fixed ? stretch : graphemes.whole(stretch);
}

export const textOf = ({ points }: SpanUnits, { start, end }: Stretch): string => points.slice(start, end);

/** The words (tokens) of a stretch. */
export const wordsOf = (units: SpanUnits, { start, end }: Stretch): readonly string[] =>
  units.units.slice(unitFrom(units, start), unitBefore(units, end) + 1).map((unit) => textOf(units, unit));
