import { firstPlace } from "../text/first-place.ts";
import type { Stretch } from "./span.ts";

/** A text by its code points. Span offsets count code points; browsers count units of 16 bits. */
export type CodePoints = {
  readonly text: string;
  readonly length: number;
  /** Number of 16-bit units before a code point. */
  readonly toUnits: (place: number) => number;
  /**
   * Number of code points before a 16-bit unit. Inside a character of two units, it is the place before that character.
   */
  readonly toPoints: (units: number) => number;
  readonly slice: (start: number, end: number) => string;
};

/** Goes through the text once; after that, finding a place takes logarithmic time at most. */
export function codePoints(text: string): CodePoints {
  const starts = characterStarts(text);
  const length = starts === null ? text.length : starts.length;
  const toUnits = (place: number) => {
    const within = Math.min(Math.max(place, 0), length);
    return starts === null ? within : (starts[within] ?? text.length);
  };
  return {
    text,
    length,
    toUnits,
    toPoints: (units) => {
      const within = Math.min(Math.max(units, 0), text.length);
      return starts === null ? within : characterAt(starts, text.length, within);
    },
    slice: (start, end) => text.slice(toUnits(start), toUnits(end)),
  };
}

/** The unit at which each character begins; null where every character is one unit. */
function characterStarts(text: string): Uint32Array | null {
  if (!/[\ud800-\udbff][\udc00-\udfff]/.test(text)) return null;
  const starts = new Uint32Array(text.length);
  let count = 0;
  for (let unit = 0; unit < text.length; count++) {
    starts[count] = unit;
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return starts.subarray(0, count);
}

function characterAt(starts: Uint32Array, units: number, unit: number): number {
  return unit >= units ? starts.length : firstPlace(starts.length, (at) => (starts[at] ?? 0) > unit) - 1;
}

/** What looks like one character: a letter with accents, an emoji of several parts, CR and LF. */
type Graphemes = {
  /** The grapheme that contains the code point at a place; null at the end of the text. */
  readonly at: (place: number) => Stretch | null;
  /** The stretch, widened to whole graphemes at both ends. */
  readonly whole: (stretch: Stretch) => Stretch;
  /** The stretch without the blanks at its ends; null if it has only blanks. */
  readonly trimmed: (stretch: Stretch) => Stretch | null;
};

const byGrapheme = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Segments the text only at the places it is asked for. */
function graphemesOf(points: CodePoints): Graphemes {
  const segments = byGrapheme.segment(points.text);
  const at = (place: number): Stretch | null => {
    if (place < 0 || place >= points.length) return null;
    const found = segments.containing(points.toUnits(place));
    if (found === undefined) return null;
    return { start: points.toPoints(found.index), end: points.toPoints(found.index + found.segment.length) };
  };
  const whole = ({ start, end }: Stretch): Stretch => ({
    start: at(start)?.start ?? start,
    end: end > start ? (at(end - 1)?.end ?? end) : end,
  });
  const isBlank = ({ start, end }: Stretch) => !INK.test(points.slice(start, end));
  const trimmed = (stretch: Stretch): Stretch | null => {
    let { start, end } = whole(stretch);
    for (let first = at(start); first !== null && first.end <= end && isBlank(first); first = at(start))
      start = first.end;
    for (let last = at(end - 1); last !== null && last.start >= start && isBlank(last); last = at(end - 1))
      end = last.start;
    return start < end ? { start, end } : null;
  };
  return { at, whole, trimmed };
}

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

const byWord = new Intl.Segmenter("en", { granularity: "word" });
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
  for (const { segment, index } of byWord.segment(text)) {
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

/** The unit at a place, else the next one. If there is none, it is the number of units. */
export function unitFrom({ units }: SpanUnits, place: number): number {
  return firstPlace(units.length, (at) => (units[at]?.end ?? 0) > place);
}

/** Index of the last unit that begins before a place; -1 if there is none. */
export function unitBefore({ units }: SpanUnits, place: number): number {
  return firstPlace(units.length, (at) => (units[at]?.start ?? 0) >= place) - 1;
}

/** The stretch from one unit to another, both included; null if one does not exist. */
export function acrossUnits({ units, graphemes, fixed }: SpanUnits, first: number, last: number): Stretch | null {
  const [from, to] = [units[first], units[last]];
  if (from === undefined || to === undefined || first > last) return null;
  const stretch = { start: from.start, end: to.end };
  return fixed ? stretch : graphemes.whole(stretch);
}

export const textOf = ({ points }: SpanUnits, { start, end }: Stretch): string => points.slice(start, end);

export const wordsOf = (units: SpanUnits, { start, end }: Stretch): readonly string[] =>
  units.units.slice(unitFrom(units, start), unitBefore(units, end) + 1).map((unit) => textOf(units, unit));
