import type { Stretch } from "./span.ts";
import { acrossUnits, type SpanUnits, unitBefore, unitFrom } from "./span-units.ts";

/** A selection from its start to its current end, in either direction; code points. */
export type Selection = { readonly anchor: number; readonly focus: number };

/**
 * The stretch that a selection marks: widened to whole units, or by characters. It has no blanks at its ends and never
 * splits a grapheme. Null if it marks nothing.
 */
export function snapSelection(
  units: SpanUnits,
  { anchor, focus }: Selection,
  by: "unit" | "character",
): Stretch | null {
  const [start, end] = [Math.max(0, Math.min(anchor, focus)), Math.min(units.points.length, Math.max(anchor, focus))];
  if (start >= end) return null;
  if (by === "character") return units.graphemes.trimmed({ start, end });
  return acrossUnits(units, unitFrom(units, start), unitBefore(units, end));
}

/** The unit at a place, such as that of a double click; null between units. */
export function snapToPlace(units: SpanUnits, place: number): Stretch | null {
  const index = unitFrom(units, place);
  const unit = units.units[index];
  return unit !== undefined && unit.start <= place ? acrossUnits(units, index, index) : null;
}
