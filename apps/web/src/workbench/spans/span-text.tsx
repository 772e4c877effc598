import type { Stretch } from "@postil/domain/spans/span";
import type { SpanUnits } from "@postil/domain/spans/span-units";
import { textDirection } from "@postil/domain/text/text-direction";
import { useLatest } from "../../lib/use-latest.ts";
import { cx } from "../../ui/cx.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { CursorRing, SpanAnchor } from "./placed-boxes.tsx";
import type { LabelOffer, ShownSpan, SpanActions } from "./shown-span.ts";
import { blockStarts, SpanBlock, shownBlocks } from "./span-block.tsx";
import { characterAtPoint, paintSelection, placeOf, rangeOf, usePainted } from "./text-places.ts";
import "./span-text.css";
import { innermostAt } from "@postil/domain/spans/span-list";
import { type Selection as PlaceSelection, snapSelection, snapToPlace } from "@postil/domain/spans/span-selection";
import {
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useFinger } from "./use-finger.ts";
import { useWordMode } from "./use-word-mode.ts";

// chunk: spans

export type SpanTextHandle = {
  /** Starts word mode: focuses the text at the last cursor. False in a text without words. */
  readonly enter: () => boolean;
};

export type SpanTextProps = SpanActions & {
  ref?: Ref<SpanTextHandle>;
  /** name of the text for screen readers: "Field note" */
  label: string;
  /**
   * The text with its words or tokens, from `domain/spans/span-units`. Must be the same object while the text is the same.
   * Another record needs another `key` of the component.
   */
  units: SpanUnits;
  spans: readonly ShownSpan[];
  /** true: releasing with Shift, and Alt with Shift and an arrow, select characters */
  characters?: boolean;
  /** false: names are hidden and lines are closer */
  glosses?: boolean;
  /** Returns the label that a finger's selection would get at once. Null: the user must choose one. */
  offer?: () => LabelOffer | null;
  /** a selection without a label yet, which stays painted */
  pending?: Stretch | null;
  /** a stretch with a popover: `ref` gets an element over it, for the popover's `triggerRef` */
  anchor?: { readonly at: Stretch; readonly ref: RefObject<HTMLElement | null> } | null;
  className?: string;
};

/** Loaded on the first touch of a text. */
const TouchSelection = lazyPart(() => import("./touch-selection.tsx").then((m) => m.TouchSelection));

/**
 * A text with its spans, which pointer and keyboard can select. It knows no dataset family: the caller decides about
 * selections, popovers and labels. All places are code points.
 *
 * The text is rendered once. A selection is painted over it, and a changed span renders only its block again.
 */
export function SpanText(props: SpanTextProps) {
  const { ref, label, units, spans, characters = false, glosses = true, pending = null, anchor, className } = props;
  const { points } = units;
  const root = useRef<HTMLDivElement>(null);
  const direction = useMemo(() => textDirection(points.text), [points]);
  const mode = useWordMode({ root, units, spans, characters, backwards: direction === "rtl", actions: props });
  const onClick = (place: number) => mode.on && mode.enter(place);
  const drawing = useDrawing({ root, units, spans, characters, actions: props, onClick });
  const finger = useFinger();
  const blocks = useBlocks(units, spans);
  const actions = useGlossActions(props);
  const laidOut = useLaidOut(root, blocks);

  useImperativeHandle(ref, () => ({ enter: () => mode.enter() }));
  // Runs after the render that makes the text focusable.
  useLayoutEffect(() => {
    if (mode.on) root.current?.focus({ preventScroll: true });
  }, [mode.on]);
  const tellMode = useLatest((on: boolean) => props.onWordMode?.(on));
  useEffect(() => tellMode(mode.on), [tellMode, mode.on]);
  usePainted(root, units, pending ?? (mode.on && mode.selecting ? (mode.target?.stretch ?? null) : null));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a text to be read, in which the pointer selects; by keyboard it is an application
    <div
      ref={root}
      translate="no"
      dir={direction}
      {...(mode.on && { role: "application", "aria-label": label, tabIndex: -1, "data-word-mode": "" })}
      onPointerDown={finger.onPointerDown}
      // Touch also fires mouse events, which are ignored.
      onMouseDown={(event) => finger.isFinger.current || drawing(event)}
      onClick={finger.onClick}
      onKeyDown={mode.onKeyDown}
      onBlur={() => anchor == null && mode.leave()}
      className={cx(
        "postil-spans",
        !glosses && "postil-spans-bare",
        spans.length === 0 && "postil-spans-empty",
        className,
      )}
    >
      {blocks.map(({ start, pieces }) => (
        <SpanBlock key={start} {...{ points, direction, pieces, glosses, actions }} />
      ))}
      {mode.on && mode.target !== null && (
        <CursorRing root={root} points={points} at={mode.target.stretch} laidOut={laidOut} />
      )}
      {finger.seen && props.onSelect !== undefined && (
        <TouchSelection {...{ finger, root, units, spans, laidOut }} actions={props} whenMissing={finger.forget} />
      )}
      {anchor != null && <SpanAnchor root={root} points={points} at={anchor.at} laidOut={laidOut} ref={anchor.ref} />}
    </div>
  );
}

function useBlocks({ points }: SpanUnits, spans: readonly ShownSpan[]) {
  const starts = useMemo(() => blockStarts(points), [points]);
  return useMemo(() => shownBlocks(points.length, spans, starts), [points, spans, starts]);
}

/** The object never changes. Otherwise every block would render with each render of the caller. */
function useGlossActions({ onOpen, onRemove }: SpanActions): Pick<SpanActions, "onOpen" | "onRemove"> {
  const open = useLatest((span: ShownSpan) => onOpen?.(span));
  const remove = useLatest((span: ShownSpan) => onRemove?.(span));
  const [opens, removes] = [onOpen !== undefined, onRemove !== undefined];
  return useMemo(
    () => ({ ...(opens && { onOpen: open }), ...(removes && { onRemove: remove }) }),
    [opens, removes, open, remove],
  );
}

/** Fits the span names to their lines. Returns a counter of layout changes. */
function useLaidOut(root: RefObject<HTMLElement | null>, drawn: unknown): number {
  const [count, setCount] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted again when other spans are drawn
  useLayoutEffect(() => {
    if (root.current !== null) fitGlosses(root.current);
  }, [root, drawn]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (root.current !== null) fitGlosses(root.current);
      setCount((before) => before + 1);
    });
    if (root.current !== null) observer.observe(root.current);
    return () => observer.disconnect();
  }, [root]);
  return count;
}

/** Free space between two names, px. */
const GAP = 6;

/**
 * A name may reach to the next one in its line, then it ends in an ellipsis. Below words of the other direction, Firefox
 * starts a name at the wrong end, so it is moved. All names are measured before any is changed, so that the browser lays out
 * only once.
 */
function fitGlosses(root: HTMLElement): void {
  const edge = root.getBoundingClientRect();
  const backwards = getComputedStyle(root).direction === "rtl";
  const glosses = [...root.querySelectorAll<HTMLElement>(".postil-gloss")].map((element) => {
    const { left, right, top } = element.getBoundingClientRect();
    const move = moveUnderTurned(element, left, right, backwards);
    const from = backwards ? edge.right - right - move : left + move - edge.left;
    return { element, top: Math.round(top), from, moved: moved(element) + move };
  });
  glosses.sort((one, other) => one.top - other.top || one.from - other.from);
  const widths = glosses.map(({ top, from }, index) => {
    const next = glosses[index + 1];
    return (next !== undefined && Math.abs(next.top - top) < 2 ? next.from - GAP : edge.width) - from;
  });
  for (const [index, { element, moved }] of glosses.entries()) {
    if (moved !== 0 || element.style.translate !== "") element.style.translate = `${moved}px`;
    const width = `${Math.max(widths[index] ?? 0, 0)}px`;
    if (element.style.maxWidth !== width) element.style.maxWidth = width;
  }
}

const moved = (element: HTMLElement): number => Number.parseFloat(element.style.translate) || 0;

/** The distance that moves a name to the start of its words, px. 0 for words in the direction of the text. */
function moveUnderTurned(gloss: HTMLElement, left: number, right: number, backwards: boolean): number {
  const span = gloss.parentElement;
  const words = span?.matches("[data-turned]") ? span.querySelector("[data-at]")?.getClientRects()[0] : undefined;
  if (words === undefined) return 0;
  const move = backwards ? words.left - left : words.right - right;
  return Math.abs(move) < 1 ? 0 : Math.round(move);
}

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
function useDrawing(drawing: Drawing): (event: MouseEvent) => void {
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
