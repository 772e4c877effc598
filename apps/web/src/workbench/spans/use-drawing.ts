import type { Stretch } from "@postil/domain/spans/span";
import { innermostAt } from "@postil/domain/spans/span-list";
import { type Selection as PlaceSelection, snapSelection, snapToPlace } from "@postil/domain/spans/span-selection";
import type { SpanUnits } from "@postil/domain/spans/span-units";
import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import { useLatest } from "../../lib/use-latest.ts";
import type { ShownSpan, SpanActions } from "./shown-span.ts";
import { characterAtPoint, paintSelection, placeOf, rangeOf } from "./text-places.ts";

type Drawing = {
  root: RefObject<HTMLElement | null>;
  units: SpanUnits;
  spans: readonly ShownSpan[];
  characters: boolean;
  actions: SpanActions;
  /** A click that selects no words. */
  onClick: (place: number) => void;
};

/**
 * Selects with the pointer. The browser itself selects, in any direction and script. The selection is snapped to words,
 * painted during the drag, and used when the pointer is released. With Alt or Ctrl the browser's selection stays, for copying
 * (FAN-41).
 */
export function useDrawing(drawing: Drawing): (event: MouseEvent) => void {
  const last = useRef<Stretch | null>(null);
  const letGo = useRef<AbortController | null>(null);
  useEffect(() => () => letGo.current?.abort(), []);

  const selected = (pressed: Stretch | null, exact: boolean, at: Point): PlaceSelection | null => {
    const { root, units } = drawing;
    const selection = document.getSelection();
    if (root.current === null) return null;
    if (!selection?.anchorNode || !selection.focusNode || selection.isCollapsed)
      return pressed && acrossPoints(pressed, characterAtPoint(root.current, units.points, at.clientX, at.clientY));
    const anchor = placeOf(root.current, units.points, selection.anchorNode, selection.anchorOffset);
    const focus = placeOf(root.current, units.points, selection.focusNode, selection.focusOffset);
    if (anchor === null || focus === null) return null;
    if (pressed === null || exact) return { anchor, focus };
    // The pressed word always belongs to the selection, even if the press was on the right half of its last letter.
    return { anchor: focus >= anchor ? pressed.start : pressed.end, focus };
  };
  const preview = (pressed: Stretch | null, exact: boolean, at: Point) => {
    const { root, units } = drawing;
    const selection = selected(pressed, exact, at);
    const stretch = selection && snapSelection(units, selection, exact ? "character" : "unit");
    paintSelection(stretch && root.current && rangeOf(root.current, units.points, stretch));
  };
  const take = (stretch: Stretch | null, extended: Stretch | null) => {
    document.getSelection()?.removeAllRanges();
    if (stretch === null) return;
    last.current = stretch;
    drawing.actions.onSelect?.(stretch, { extended, by: "mouse" });
  };
  const clicked = (pressed: Stretch, { shiftKey, detail }: globalThis.MouseEvent) => {
    document.getSelection()?.removeAllRanges();
    const { units, spans, actions, onClick } = drawing;
    const before = last.current;
    const span = actions.onPress && innermostAt(spans, pressed);
    if (shiftKey && before !== null) take(extend(units, before, pressed), before);
    else if (span) actions.onPress?.(span, detail);
    else if (detail === 2) take(snapToPlace(units, pressed.start), null);
    else onClick(pressed.start);
  };
  const finish = (pressed: Stretch | null, dragged: boolean, event: globalThis.MouseEvent) => {
    paintSelection(null);
    const exact = event.shiftKey && drawing.characters;
    const selection = dragged ? selected(pressed, exact, event) : null;
    if (selection !== null) take(snapSelection(drawing.units, selection, exact ? "character" : "unit"), null);
    else if (pressed !== null && event.detail <= 2) clicked(pressed, event);
  };
  const latest = { preview: useLatest(preview), finish: useLatest(finish) };

  return (event) => {
    const { root, units, actions } = drawing;
    if (root.current === null || actions.onSelect === undefined || event.button !== 0 || isOnButton(event.target))
      return;
    // With these keys the browser selects as usual, so that text can be copied.
    const copies = event.altKey || event.ctrlKey || event.metaKey;
    root.current.toggleAttribute("data-copying", copies);
    if (copies) return;
    const pressed = characterAtPoint(root.current, units.points, event.clientX, event.clientY);
    if (event.shiftKey) beginHere(root.current, units, pressed);
    letGo.current?.abort();
    letGo.current = new AbortController();
    const { signal } = letGo.current;
    const text = root.current;
    text.setAttribute("data-drawing", "");
    signal.addEventListener("abort", () => text.removeAttribute("data-drawing"));
    let exact = event.shiftKey && drawing.characters;
    let at: Point = event;
    document.addEventListener("selectionchange", () => latest.preview(pressed, exact, at), { signal });
    const follow = (moved: globalThis.MouseEvent) => {
      at = moved;
      exact = moved.shiftKey && drawing.characters;
      latest.preview(pressed, exact, at);
    };
    window.addEventListener("mousemove", follow, { signal });
    const up = (released: globalThis.MouseEvent) => {
      letGo.current?.abort();
      const dragged = Math.hypot(released.clientX - event.clientX, released.clientY - event.clientY) > SLIP;
      latest.finish(pressed, dragged, released);
    };
    window.addEventListener("mouseup", up, { signal });
  };
}

type Point = { readonly clientX: number; readonly clientY: number };

/** Chromium does not extend every selection that begins or ends in a span. Then the pointer's position is used. */
function acrossPoints(pressed: Stretch, here: Stretch | null): PlaceSelection | null {
  if (here === null || here.start === pressed.start) return null;
  if (here.start < pressed.start) return { anchor: pressed.end, focus: here.start };
  return { anchor: pressed.start, focus: here.end };
}

/** A click may move by this distance, px. */
const SLIP = 3;

const isOnButton = (target: EventTarget) => target instanceof Element && target.closest("button") !== null;

/** With Shift, a browser extends its last selection, which may be anywhere on the page. So the selection is set here first. */
function beginHere(root: HTMLElement, { points }: SpanUnits, pressed: Stretch | null): void {
  const range = pressed && rangeOf(root, points, pressed);
  if (range) document.getSelection()?.collapse(range.startContainer, range.startOffset);
}

function extend(units: SpanUnits, before: Stretch, { start, end }: Stretch): Stretch | null {
  const [anchor, focus] = start < before.start ? [before.end, start] : [before.start, end];
  return snapSelection(units, { anchor, focus }, "unit");
}
