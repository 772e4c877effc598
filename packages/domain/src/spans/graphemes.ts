import type { CodePoints } from "./code-points.ts";
import type { Stretch } from "./span.ts";

/**
 * The graphemes of a text. A grapheme looks like one character to a reader: a letter with its accents, an emoji of
 * several parts, or CR and LF.
 */
export type Graphemes = {
  /** The grapheme that contains the code point at a place; null at the end of the text. */
  readonly at: (place: number) => Stretch | null;
  /** The stretch, widened to whole graphemes at both ends. */
  readonly whole: (stretch: Stretch) => Stretch;
  /** The stretch without the blanks at its ends; null if it has only blanks. */
  readonly trimmed: (stretch: Stretch) => Stretch | null;
};

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const INK = /\S/;

/** Segments the text only at the places it is asked for. */
export function graphemesOf(points: CodePoints): Graphemes {
  const segments = segmenter.segment(points.text);
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
