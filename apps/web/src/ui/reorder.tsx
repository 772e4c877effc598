import { t } from "i18next";
import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLatest } from "../lib/use-latest.ts";
import { cx } from "./cx.ts";
import { announce } from "./screen-reader.tsx";
import "../lib/i18n/en/reorder.ts";

/** Attribute of an item's row: its place, from 0. */
export const PLACE = "data-place";

/** `value` is unique in the list, `text` is used in announcements. */
type Item = { readonly value: string; readonly text: string };
/** The item being moved, and the list before the move. */
type Lifted<Of extends Item> = {
  readonly value: string;
  readonly by: "keys" | "pointer";
  readonly before: readonly Of[];
};

export type Reorder = {
  readonly active: boolean;
  readonly lifted: string | null;
  readonly gripProps: (item: Item) => {
    readonly ref: (element: HTMLButtonElement | null) => void;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerDown: (event: ReactPointerEvent) => void;
    readonly onBlur: () => void;
  };
};

/** Distance that a key moves the lifted item, limited to the list. */
const STEPS: { readonly [key: string]: number } = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
  PageUp: -10,
  PageDown: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

type ReorderOptions<Of extends Item> = {
  items: readonly Of[];
  onMove: (from: number, to: number) => void;
  /** Escape restores the list from before the item was lifted. */
  onPutBack: (before: readonly Of[]) => void;
  /** The scroll area of the list: a drag near its edges scrolls it. Without it the list does not scroll. */
  scroller?: () => HTMLElement | null;
};

/** Reorders a list by its grips: drag one, or press Space, arrows and Space again (FSE-30). The list changes at every step. */
export function useReorder<Of extends Item>({ items, onMove, onPutBack, scroller }: ReorderOptions<Of>): Reorder {
  const [lifted, setLifted] = useState<Lifted<Of> | null>(null);
  const grips = useRef(new Map<string, HTMLButtonElement>());
  const moving = useRef(false);
  const placeOf = (value: string) => items.findIndex((item) => item.value === value);
  const textOf = (value: string) => items.find((item) => item.value === value)?.text ?? value;

  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    moving.current = false;
    if (lifted?.by === "keys") grips.current.get(lifted.value)?.focus();
  });

  const move = (value: string, wanted: number) => {
    const from = placeOf(value);
    const to = Math.max(0, Math.min(wanted, items.length - 1));
    if (to === from) return;
    moving.current = true;
    onMove(from, to);
    const said = { text: textOf(value), place: to + 1, count: items.length };
    announce(t("reorder.moved", said));
  };
  const putBack = ({ value, before }: Lifted<Of>) => {
    moving.current = true;
    onPutBack(before);
    setLifted(null);
    const place = before.findIndex((item) => item.value === value) + 1;
    announce(t("reorder.putBack", { text: textOf(value), place }));
    requestAnimationFrame(() => grips.current.get(value)?.focus());
  };
  const drop = ({ value }: Lifted<Of>) => {
    setLifted(null);
    announce(t("reorder.dropped", { text: textOf(value), place: placeOf(value) + 1 }));
  };

  const dragged = lifted?.by === "pointer" ? lifted : null;
  const dragTo = (x: number, y: number) => {
    const place = placeAt(x, y);
    if (dragged !== null && place !== null) move(dragged.value, place);
  };
  useEdgeScroll(dragged !== null, scroller, dragTo);
  useEffect(() => {
    if (dragged === null) return;
    const onPointerMove = (event: PointerEvent) => dragTo(event.clientX, event.clientY);
    const onPointerUp = () => drop(dragged);
    const onCancel = () => putBack(dragged);
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key === "Escape") putBack(dragged);
    };
    window.addEventListener("pointermove", onPointerMove);
    window.addEventListener("pointerup", onPointerUp);
    window.addEventListener("pointercancel", onCancel);
    window.addEventListener("keydown", onKeyDown);
    return () => {
      window.removeEventListener("pointermove", onPointerMove);
      window.removeEventListener("pointerup", onPointerUp);
      window.removeEventListener("pointercancel", onCancel);
      window.removeEventListener("keydown", onKeyDown);
    };
  });

  const onKeyDown = (event: KeyboardEvent, item: Item) => {
    const mine = lifted?.value === item.value ? lifted : null;
    const step = STEPS[event.key];
    if (event.key === " " || (event.key === "Enter" && mine !== null)) {
      event.preventDefault();
      if (mine !== null) return drop(mine);
      setLifted({ value: item.value, by: "keys", before: items });
      const said = { text: item.text, place: placeOf(item.value) + 1, count: items.length };
      announce(t("reorder.lifted", said));
    } else if (mine !== null && step !== undefined) {
      event.preventDefault();
      move(item.value, placeOf(item.value) + step);
    } else if (mine !== null && event.key === "Escape") {
      event.preventDefault();
      putBack(mine);
    }
  };

  return {
    active: lifted !== null,
    lifted: lifted?.value ?? null,
    gripProps: (item) => ({
      ref: (element) => {
        if (element === null) grips.current.delete(item.value);
        else grips.current.set(item.value, element);
      },
      onKeyDown: (event) => onKeyDown(event, item),
      onPointerDown: (event) => {
        if (event.button === 0) setLifted({ value: item.value, by: "pointer", before: items });
      },
      // Leaving with Tab drops the item at its place.
      onBlur: () => {
        if (lifted?.by === "keys" && !moving.current) drop(lifted);
      },
    }),
  };
}

function placeAt(x: number, y: number): number | null {
  const place = document.elementFromPoint(x, y)?.closest(`[${PLACE}]`)?.getAttribute(PLACE);
  return place === null || place === undefined ? null : Number(place);
}

/** A drag within this distance of a scroll area's edge scrolls it by `SCROLL_STEP` in each frame, px. */
const NEAR = 40;
const SCROLL_STEP = 12;

/**
 * Scrolls a scroll area while something is dragged near its top or bottom edge. `onScroll` receives the pointer's position.
 */
function useEdgeScroll(
  dragging: boolean,
  scroller: (() => HTMLElement | null) | undefined,
  onScroll: (x: number, y: number) => void,
): void {
  const scroll = useLatest(({ clientX, clientY }: PointerEvent) => {
    const element = scroller?.() ?? null;
    if (element !== null && scrollAtEdge(element, clientY)) onScroll(clientX, clientY);
  });
  useEffect(() => {
    if (!dragging) return;
    let latest: PointerEvent | null = null;
    const onPointerMove = (event: PointerEvent) => {
      latest = event;
    };
    const step = () => {
      frame = requestAnimationFrame(step);
      if (latest !== null) scroll(latest);
    };
    let frame = requestAnimationFrame(step);
    window.addEventListener("pointermove", onPointerMove);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener("pointermove", onPointerMove);
    };
  }, [dragging, scroll]);
}

/** Returns true if it scrolled. */
function scrollAtEdge(element: HTMLElement, y: number): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const before = element.scrollTop;
  if (y < top + NEAR) element.scrollTop -= SCROLL_STEP;
  else if (y > bottom - NEAR) element.scrollTop += SCROLL_STEP;
  return element.scrollTop !== before;
}

/** Six dots: a handle to drag. */
export function Grip({ size = 16 }: { size?: number }) {
  const dots = [6, 12, 18].flatMap((y) => [9, 15].map((x) => ({ x, y })));
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="flex-none">
      {dots.map(({ x, y }) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />
      ))}
    </svg>
  );
}

type GripButtonProps = {
  reorder: Reorder;
  item: Item;
  label: string;
  /** the id of the text that says how to move it */
  helpId?: string | undefined;
  className?: string;
};

/** Moves an item of a list, by the pointer or by keys. */
export const GripButton = ({ reorder, item, label, helpId, className }: GripButtonProps) => (
  <button
    type="button"
    {...reorder.gripProps(item)}
    translate="no"
    aria-label={label}
    aria-describedby={helpId}
    aria-pressed={reorder.lifted === item.value}
    className={cx(
      "grid size-6 flex-none cursor-grab touch-none place-items-center rounded-control text-soft hover:bg-hover active:cursor-grabbing max-md:size-11",
      className,
    )}
  >
    <Grip />
  </button>
);
