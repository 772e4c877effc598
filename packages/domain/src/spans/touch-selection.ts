import { snapSelection, snapToPlace } from "./snap-selection.ts";
import type { Stretch } from "./span.ts";
import type { SpanUnits } from "./span-units.ts";

/**
 * What is selected after a finger has tapped at a place. The first tap takes the word, one on another word goes on to there, one within
 * what is selected takes that word alone, and one more on it, or one between words, lets go: so nobody has to drag.
 */
export function tapAt(units: SpanUnits, held: Stretch | null, place: number): Stretch | null {
  const word = snapToPlace(units, place);
  if (word === null || held === null) return word;
  const within = held.start <= word.start && word.end <= held.end;
  if (within) return held.start === word.start && held.end === word.end ? null : word;
  return { start: Math.min(held.start, word.start), end: Math.max(held.end, word.end) };
}

/** One end drawn to a place. The other one stays, and at least one word. */
export function drawEnd(units: SpanUnits, held: Stretch, side: "start" | "end", place: number): Stretch {
  const selection =
    side === "end"
      ? { anchor: held.start, focus: Math.max(place, held.start + 1) }
      : { anchor: held.end, focus: Math.min(place, held.end - 1) };
  return { ...held, [side]: snapSelection(units, selection, "unit")?.[side] ?? held[side] };
}
