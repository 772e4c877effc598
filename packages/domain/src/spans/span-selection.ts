import type { Span, Stretch } from "./span.ts";
import { besideSpan } from "./span-list.ts";
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

/** The keyboard cursor: on a unit, a selection that ends there, or a span. State of the page: plain data. */
export type WordCursor = {
  /** Index of the unit that the cursor is on. */
  readonly at: number;
  /** Index of the unit at which the selection began; null: no selection. */
  readonly anchor: number | null;
  /** The moving end of the selection if it was moved by characters; else null. */
  readonly edge: { readonly side: "start" | "end"; readonly place: number } | null;
  /** The span that the cursor is on as a whole; null: none. */
  readonly span: Span | null;
};

const onUnit = (at: number): WordCursor => ({ at, anchor: null, edge: null, span: null });

/** A cursor on the unit at a place, or on the next one, else on the last; null in a text without units. */
export function cursorAt(units: SpanUnits, place: number): WordCursor | null {
  if (units.units.length === 0) return null;
  return onUnit(Math.min(unitFrom(units, place), units.units.length - 1));
}

export const hasSelection = (cursor: WordCursor): boolean => cursor.anchor !== null;

/** The selection, the span, or the unit under the cursor. Null if only blanks are selected. */
export function cursorStretch(units: SpanUnits, { at, anchor, edge, span }: WordCursor): Stretch | null {
  if (span !== null) return { start: span.start, end: span.end };
  const stretch = acrossUnits(units, Math.min(at, anchor ?? at), Math.max(at, anchor ?? at));
  if (edge === null || stretch === null) return stretch;
  return units.graphemes.trimmed({ ...stretch, [edge.side]: edge.place });
}

/** With `extend`, the selection grows from its start to this unit. */
export function moveToUnit(units: SpanUnits, cursor: WordCursor, unit: number, extend: boolean): WordCursor {
  const at = Math.min(Math.max(unit, 0), units.units.length - 1);
  if (!extend) return onUnit(at);
  return { at, anchor: cursor.anchor ?? spanEdge(units, cursor, at), edge: null, span: null };
}

/** A selection that begins on a span contains the whole span. */
function spanEdge(units: SpanUnits, { at, span }: WordCursor, towards: number): number {
  if (span === null) return at;
  return towards < at ? unitBefore(units, span.end) : unitFrom(units, span.start);
}

/** Moves by one unit, forward or back in text order. From a span, it moves past the span. */
export function moveByUnit(units: SpanUnits, cursor: WordCursor, step: 1 | -1, extend: boolean): WordCursor {
  const from = cursor.span === null || step === -1 ? cursor.at : unitBefore(units, cursor.span.end);
  // A unit that was cut by characters is first selected as a whole.
  const cut = extend && cursor.edge !== null && isWithin(units, cursor.edge.place, cursor.at);
  const outward = cursor.edge?.side === (step === 1 ? "end" : "start");
  return moveToUnit(units, cursor, cut && outward ? from : from + step, extend);
}

function isWithin({ units }: SpanUnits, place: number, unit: number): boolean {
  const { start, end } = units[unit] ?? { start: place, end: place };
  return start < place && place < end;
}

/** Moves the end of the selection by one character; at least one character of the first unit stays selected. */
export function moveByCharacter(units: SpanUnits, cursor: WordCursor, step: 1 | -1): WordCursor {
  const anchor = cursor.anchor ?? spanEdge(units, cursor, cursor.at + 1);
  const last = cursor.span === null ? cursor.at : unitBefore(units, cursor.span.end);
  const side = cursor.edge?.side ?? (last < anchor ? "start" : "end");
  const [first, moving] = [units.units[anchor], units.units[last]];
  if (first === undefined || moving === undefined) return cursor;
  const place = cursor.edge?.place ?? cursor.span?.[side] ?? moving[side];
  const grapheme = units.graphemes.at(step === 1 ? place : place - 1);
  if (grapheme === null) return cursor;
  const next = step === 1 ? grapheme.end : grapheme.start;
  if (side === "end" ? next <= first.start : next >= first.end) return cursor;
  const at = side === "end" ? Math.max(unitBefore(units, next), anchor) : Math.min(unitFrom(units, next), anchor);
  return { at, anchor, edge: { side, place: next }, span: null };
}

/** Moves to the next or previous span of the text; null if there is none. */
export function moveToSpan(
  units: SpanUnits,
  cursor: WordCursor,
  spans: readonly Span[],
  step: 1 | -1,
): WordCursor | null {
  const place = units.units[cursor.at]?.start ?? 0;
  const span = besideSpan(spans, cursor.span, place, step);
  return span && { ...onUnit(Math.min(unitFrom(units, span.start), units.units.length - 1)), span };
}

export const dropSelection = ({ at }: WordCursor): WordCursor => onUnit(at);

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
