import { type CodePoints, codePoints } from "./code-points.ts";
import { type Graphemes, graphemesOf } from "./graphemes.ts";
import type { Stretch } from "./span.ts";

/**
 * A text with what selections snap to: its words, or the tokens it came with. They stand in the order of the text, are not
 * empty and do not overlap; between them may be anything.
 */
export type SpanUnits = {
  readonly points: CodePoints;
  readonly graphemes: Graphemes;
  readonly units: readonly Stretch[];
  /** The borders of tokens are law, even within what a reader sees as one character; words are widened to whole ones. */
  readonly fixed: boolean;
};

const segmenter = new Intl.Segmenter("en", { granularity: "word" });
const INK = /\S/;
const BLANK_END = /^\s|\s$/;

/** No character here or below joins another, but for a line's end. */
const FIRST_THAT_JOINS = 0x300;
const mayJoin = (text: string, at: number): boolean =>
  Math.max(text.charCodeAt(at - 1), text.charCodeAt(at)) >= FIRST_THAT_JOINS;

/**
 * Words by Unicode's segmentation, scripts without spaces by dictionary. What is no blank can be marked: signs and emoji are
 * units too.
 */
export function wordUnits(text: string): SpanUnits {
  const points = codePoints(text);
  const graphemes = graphemesOf(points);
  const units: Stretch[] = [];
  // A sign before which a word ends may be told as one character with what follows (U+0600): it belongs there.
  const border = (unit: number): number => {
    const place = points.toPoints(unit);
    return mayJoin(text, unit) ? (graphemes.at(place)?.start ?? place) : place;
  };
  for (const { segment, index } of segmenter.segment(text)) {
    const unit = { start: border(index), end: border(index + segment.length) };
    const word = points.slice(unit.start, unit.end);
    if (!INK.test(word)) continue;
    // Blanks before an invisible joiner are told as one word with it.
    const inked = BLANK_END.test(word) ? graphemes.trimmed(unit) : unit;
    if (inked !== null) units.push(inked);
  }
  return { points, graphemes, units, fixed: false };
}

/** `places` as they stand in the text, one after the other (`tasks/token-borders`). */
export function tokenUnits(text: string, places: readonly Stretch[]): SpanUnits {
  const points = codePoints(text);
  const units = places.filter(({ start, end }) => start < end);
  return { points, graphemes: graphemesOf(points), units, fixed: true };
}

/** The first unit that ends behind a place: the one at it, or else the next one; as many as there are units where there is none. */
export function unitFrom({ units }: SpanUnits, place: number): number {
  let [low, high] = [0, units.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((units[middle]?.end ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The last unit that begins before a place; -1 where there is none. */
export function unitBefore({ units }: SpanUnits, place: number): number {
  let [low, high] = [-1, units.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((units[middle]?.start ?? 0) < place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** From one unit to another, both included; null where they are not there. */
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
