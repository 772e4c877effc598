import type { Stretch } from "@postil/domain/spans/span";
import { innermostAt } from "@postil/domain/spans/span-list";
import { drawEnd, snapSelection, tapAt } from "@postil/domain/spans/span-selection";
import type { CodePoints, SpanUnits } from "@postil/domain/spans/span-units";
import "../../lib/i18n/en/spans.ts";
import { t } from "i18next";
import { Ellipsis, Tag, X } from "lucide-react";
import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLatest } from "../../lib/use-latest.ts";
import { cx } from "../../ui/cx.ts";
import { floatingClass } from "../../ui/floating.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { usePlaced } from "./float-at.tsx";
import { SpanAnchor } from "./placed-boxes.tsx";
import type { LabelOffer, ShownSpan, SpanActions } from "./shown-span.ts";
import { shortWords } from "./span-block.tsx";
import { boxesOf, characterAtPoint, placeOf, usePainted } from "./text-places.ts";
import type { Finger, Tap } from "./use-finger.ts";

type TouchSelectionProps = {
  finger: Finger;
  root: RefObject<HTMLElement | null>;
  units: SpanUnits;
  spans: readonly ShownSpan[];
  /** changes when the layout of the text has changed */
  laidOut: number;
  actions: SpanActions & { readonly offer?: () => LabelOffer | null };
};

/** A finger's selection in a text: painted, with handles and a bar of labels. Renders nothing without a selection. */
export function TouchSelection({ finger, root, units, spans, laidOut, actions }: TouchSelectionProps) {
  const touch = useTouch({ root, units, spans, actions, isFinger: finger.isFinger });
  const anchor = useRef<HTMLElement>(null);
  const { listen } = finger;
  useLayoutEffect(() => listen(touch.onTap));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => () => listen(null), []);
  const at = touch.held?.at ?? null;
  usePainted(root, units, at);
  if (at === null) return null;
  const { points } = units;
  const give = (to: ((stretch: Stretch) => void) | undefined) => () => {
    const taken = touch.take();
    if (taken !== null) to?.(taken);
  };
  return (
    <>
      {touch.held?.own && <TouchEnds root={root} points={points} at={at} laidOut={laidOut} onDraw={touch.draw} />}
      <SpanAnchor root={root} points={points} at={at} laidOut={laidOut} ref={anchor} />
      <TouchBar
        anchor={anchor}
        words={shortWords(points.slice(at.start, at.end))}
        laidOut={laidOut}
        below={touch.held?.own !== true}
        offer={actions.offer?.() ?? null}
        onTake={give((stretch) => actions.onSelect?.(stretch, { extended: null, by: "finger" }))}
        onChoose={give(actions.onChoose)}
        onClose={touch.take}
      />
    </>
  );
}

type TouchBarProps = {
  anchor: RefObject<HTMLElement | null>;
  words: string;
  /** changes when the layout of the text has changed */
  laidOut: number;
  /** true: below the words, because the platform's own menu is above them */
  below: boolean;
  /** the label that a press gives; null: the user must choose one */
  offer: LabelOffer | null;
  onTake: () => void;
  onChoose: () => void;
  onClose: () => void;
};

/** The bar at words that a finger selected, to label them (FAN-28, TAN-09). */
function TouchBar({ anchor, words, laidOut, below, offer, onTake, onChoose, onClose }: TouchBarProps) {
  const box = useRef<HTMLDivElement>(null);
  usePlaced(box, anchor, below ? "below" : "above", `${laidOut} ${words}`);
  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label={t("spans.touch.bar", { words })}
      className={cx(
        floatingClass,
        "postil-touch-bar fixed top-0 left-0 z-50 flex max-w-[calc(100vw-16px)] items-stretch",
      )}
    >
      {offer !== null && (
        <button type="button" onClick={onTake} className={cx(BUTTON, "min-w-0 font-strong")}>
          <Swatch color={offer.color} />
          <span translate="no" dir="auto" className="truncate">
            {offer.name}
          </span>
        </button>
      )}
      <button type="button" onClick={onChoose} className={BUTTON}>
        <Icon of={offer === null ? Tag : Ellipsis} />
        <span className={cx(offer !== null && "max-md:sr-only")}>
          {t(offer === null ? "spans.touch.choose" : "spans.touch.other")}
        </span>
      </button>
      <button type="button" aria-label={t("spans.touch.letGo")} onClick={onClose} className={cx(BUTTON, "text-soft")}>
        <Icon of={X} />
      </button>
    </div>,
    document.body,
  );
}

const BUTTON =
  "inline-flex h-11 min-w-11 flex-none items-center justify-center gap-2 rounded-control px-3 active:bg-hover";

type TouchEndsProps = {
  root: RefObject<HTMLElement | null>;
  points: CodePoints;
  at: Stretch;
  /** changes when the layout of the text has changed */
  laidOut: number;
  onDraw: (side: "start" | "end", character: Stretch) => void;
};

/** The handles at the ends of a finger's selection. They have no accessible name, because taps do the same. */
function TouchEnds({ root, points, at, laidOut, onDraw }: TouchEndsProps) {
  const ends = { start: useRef<HTMLDivElement>(null), end: useRef<HTMLDivElement>(null) };
  // biome-ignore lint/correctness/useExhaustiveDependencies: placed again when the text was laid out anew
  useLayoutEffect(() => {
    const text = root.current;
    if (text === null) return;
    const boxes = boxesOf(text, points, at);
    const backwards = getComputedStyle(text).direction === "rtl";
    place(text, ends.start.current, boxes[0], !backwards);
    place(text, ends.end.current, boxes.at(-1), backwards);
  }, [root, points, at.start, at.end, laidOut]);
  const from = useRef({ x: 0, y: 0 });
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    // The finger is below the letters, so the line above it counts.
    from.current = { x: event.clientX - (left + width / 2), y: event.clientY - top + LINE };
    event.currentTarget.setPointerCapture(event.pointerId);
    root.current?.setAttribute("data-drawing", "");
  };
  const move = (side: "start" | "end") => (event: PointerEvent<HTMLDivElement>) => {
    const text = root.current;
    if (text === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { x, y } = from.current;
    const character = characterAtPoint(text, points, event.clientX - x, event.clientY - y);
    if (character !== null) onDraw(side, character);
  };
  const stop = () => root.current?.removeAttribute("data-drawing");
  return (["start", "end"] as const).map((side) => (
    <div
      key={side}
      ref={ends[side]}
      aria-hidden="true"
      data-side={side}
      className="postil-touch-end"
      onPointerDown={begin}
      onPointerMove={move(side)}
      onLostPointerCapture={stop}
    />
  ));
}

/** Distance from the bottom of the letters to their middle, px. */
const LINE = 10;

function place(text: HTMLElement, end: HTMLElement | null, box: DOMRect | undefined, atLeft: boolean): void {
  if (end === null || box === undefined) return;
  const origin = text.getBoundingClientRect();
  end.style.left = `${(atLeft ? box.left : box.right) - origin.left}px`;
  end.style.top = `${box.bottom - origin.top}px`;
}

type Touching = {
  root: RefObject<HTMLElement | null>;
  units: SpanUnits;
  spans: readonly ShownSpan[];
  actions: SpanActions;
  isFinger: RefObject<boolean>;
};

/**
 * A finger's selection that waits for its label. `own`: true with our handles, false if the platform selected and shows its
 * own.
 */
type Held = { readonly at: Stretch; readonly own: boolean };

/** Only one text of the page has a selection. A new one drops the one in another text. */
let letGoOfOther: (() => void) | null = null;

/**
 * Selects with a finger, without blocking scrolling. A tap selects a word. Further taps and dragged handles extend it
 * (design/questions.md#spans). The platform's own selection after a long press is used too.
 */
function useTouch({ root, units, spans, actions, isFinger }: Touching) {
  const [held, setHeld] = useState<Held | null>(null);
  const letGo = useLatest(() => setHeld(null));
  const hold = (next: Held | null) => {
    if (letGoOfOther !== letGo) letGoOfOther?.();
    letGoOfOther = next === null ? null : letGo;
    setHeld(next);
  };
  const followPlatform = useLatest(() => {
    const [text, selection] = [root.current, document.getSelection()];
    if (!isFinger.current || text === null || selection === null) return;
    const { anchorNode, focusNode, anchorOffset, focusOffset } = selection;
    if (selection.isCollapsed || anchorNode === null || focusNode === null) {
      if (held?.own === false) hold(null);
    } else if (text.contains(anchorNode)) {
      const [anchor, focus] = [
        placeOf(text, units.points, anchorNode, anchorOffset),
        placeOf(text, units.points, focusNode, focusOffset),
      ];
      if (anchor === null || focus === null) return;
      const at = snapSelection(units, { anchor, focus }, "unit");
      if (at !== null) hold({ at, own: false });
    }
  });
  useEffect(() => {
    document.addEventListener("selectionchange", followPlatform);
    return () => {
      document.removeEventListener("selectionchange", followPlatform);
      if (letGoOfOther === letGo) letGoOfOther = null;
    };
  }, [followPlatform, letGo]);
  return {
    held,
    onTap: ({ target, clientX: x, clientY: y }: Tap) => {
      const text = root.current;
      if (text === null || actions.onSelect === undefined) return;
      if (target instanceof Element && target.closest("button") !== null) return;
      const pressed = characterAtPoint(text, units.points, x, y);
      const span = pressed && held === null ? innermostAt(spans, pressed) : null;
      if (span !== null) (actions.onPress ?? actions.onOpen)?.(span, 1);
      else if (pressed === null) hold(null);
      else {
        const at = isNear(text, units, pressed, x, y) ? tapAt(units, held?.at ?? null, pressed.start) : null;
        hold(at && { at, own: true });
      }
    },
    draw: (side: "start" | "end", { start, end }: Stretch) =>
      held !== null && hold({ at: drawEnd(units, held.at, side, side === "start" ? start : end), own: true }),
    /** Ends the selection and returns its stretch for the label. */
    take: (): Stretch | null => {
      document.getSelection()?.removeAllRanges();
      hold(null);
      return held?.at ?? null;
    },
  };
}

/** A finger may miss a letter by this distance, px. */
const MISS = 16;

const isNear = (text: HTMLElement, { points }: SpanUnits, at: Stretch, x: number, y: number): boolean =>
  boxesOf(text, points, at).some(
    ({ left, right, top, bottom }) => left - MISS <= x && x <= right + MISS && top - MISS <= y && y <= bottom + MISS,
  );
