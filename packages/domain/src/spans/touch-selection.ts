import type { Stretch } from "./span.ts";
import { snapSelection, snapToPlace } from "./span-selection.ts";
import type { SpanUnits } from "./span-units.ts";

/**
 * The selection after a tap at a place. The first tap selects the word. A tap on a word outside the selection extends
 * it to that word. A tap inside the selection selects only the tapped word. A tap on the only selected word, or between
 * words, clears the selection. So no dragging is needed.
 */
export function tapAt(units: SpanUnits, held: Stretch | null, place: number): Stretch | null {
  const word = snapToPlace(units, place);
  if (word === null || held === null) return word;
  const within = held.start <= word.start && word.end <= held.end;
  if (within) return held.start === word.start && held.end === word.end ? null : word;
  return { start: Math.min(held.start, word.start), end: Math.max(held.end, word.end) };
}

/** Moves one end of the selection to a place. The other end does not move, and at least one word stays selected. */
export function drawEnd(units: SpanUnits, held: Stretch, side: "start" | "end", place: number): Stretch {
  const selection =
    side === "end"
      ? { anchor: held.start, focus: Math.max(place, held.start + 1) }
      : { anchor: held.end, focus: Math.min(place, held.end - 1) };
  return { ...held, [side]: snapSelection(units, selection, "unit")?.[side] ?? held[side] };
}
