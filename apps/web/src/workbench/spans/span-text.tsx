import type { Stretch } from "@postil/domain/spans/span";
import type { SpanUnits } from "@postil/domain/spans/span-units";
import { textDirection } from "@postil/domain/text/text-direction";
import { useLatest } from "../../lib/use-latest.ts";
import { cx } from "../../ui/cx.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { CursorRing, SpanAnchor } from "./placed-boxes.tsx";
import type { LabelOffer, ShownSpan, SpanActions } from "./shown-span.ts";
import { blockStarts, SpanBlock, shownBlocks } from "./span-block.tsx";
import { usePainted } from "./text-places.ts";
import "./span-text.css";
import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { TouchSelectionProps } from "./touch-selection.tsx";
import { useDrawing } from "./use-drawing.ts";
import { useFinger } from "./use-finger.ts";
import { useWordMode } from "./use-word-mode.ts";

export type SpanTextHandle = {
  /** The word mode: the focus goes into the text, to where its cursor was last. False in a text without words. */
  readonly enter: () => boolean;
};

export type SpanTextProps = SpanActions & {
  ref?: Ref<SpanTextHandle>;
  /** what the text is, for screen readers: "Field note" */
  label: string;
  /**
   * The text with its words or tokens, from `domain/spans/span-units`. The same object as long as the text is the same, and another
   * `key` of the component with another record.
   */
  units: SpanUnits;
  spans: readonly ShownSpan[];
  /** Shift on release, and Alt with Shift and an arrow, select characters. */
  characters?: boolean;
  /** false: the reader hides the names, and lines stand closer */
  glosses?: boolean;
  /** What a selection becomes at once, asked for while a finger holds one; null: which one is asked for. */
  offer?: () => LabelOffer | null;
  /** a selection that waits for its label stays painted */
  pending?: Stretch | null;
  /** where something opens: `ref` is given an element over that stretch, for a popover's `triggerRef` */
  anchor?: { readonly at: Stretch; readonly ref: RefObject<HTMLElement | null> } | null;
  className?: string;
};

/** Fetched for the first finger on a text. */
const TouchSelection = lazyPart<TouchSelectionProps>(async () => ({
  default: (await import("./touch-selection.tsx")).TouchSelection,
}));

/**
 * A text with its spans: drawn, selected in by pointer and by keyboard. Knows no family of datasets: what a selection becomes, what
 * opens at a span and which labels there are is its caller's. All places are code points.
 *
 * Drawn once: what is being selected is painted over it, and a changed span draws the lines around it anew.
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
  // After it is drawn as something that can have the focus.
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
      // What a finger did comes as a mouse's as well.
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

/** The same object for all time, or every block would be drawn anew at each render of the caller. */
function useGlossActions({ onOpen, onRemove }: SpanActions): Pick<SpanActions, "onOpen" | "onRemove"> {
  const open = useLatest((span: ShownSpan) => onOpen?.(span));
  const remove = useLatest((span: ShownSpan) => onRemove?.(span));
  const [opens, removes] = [onOpen !== undefined, onRemove !== undefined];
  return useMemo(
    () => ({ ...(opens && { onOpen: open }), ...(removes && { onRemove: remove }) }),
    [opens, removes, open, remove],
  );
}

/** Fits the names of the spans to their lines, and counts how often the text was laid out. */
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

/** Free between two names, px. */
const GAP = 6;

/**
 * A name may reach to the next one of its line, then it ends in an ellipsis. Under words of the other direction Firefox lets it
 * begin where the words end: it is moved below them. All are measured, then all are set, so that the browser lays out once.
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

/** How far a name has yet to move so that it begins where the words above it do, px; 0 in the direction of the text. */
function moveUnderTurned(gloss: HTMLElement, left: number, right: number, backwards: boolean): number {
  const span = gloss.parentElement;
  const words = span?.matches("[data-turned]") ? span.querySelector("[data-at]")?.getClientRects()[0] : undefined;
  if (words === undefined) return 0;
  const move = backwards ? words.left - left : words.right - right;
  return Math.abs(move) < 1 ? 0 : Math.round(move);
}
