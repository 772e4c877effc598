import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";

/** On what a card can be dropped: its value is the rank, 0 the list of the unranked. */
export const RANK = "data-rank";

/** A press becomes a drag after so many px, so that a shaky click still opens the menu. */
const DRAG_AFTER = 4;

type Point = { readonly x: number; readonly y: number };
const NOWHERE: Point = { x: 0, y: 0 };

/** resting; pressed, but not yet moved far enough; or dragged over a place (or over none) */
type Phase =
  | { readonly name: "resting" }
  | { readonly name: "pressed"; readonly value: string; readonly from: Point }
  | {
      readonly name: "dragging";
      readonly value: string;
      readonly from: Point;
      readonly by: Point;
      readonly over: number | null;
    };

export type RankDrag = {
  /** the value under way, its way so far and the place under it */
  readonly value: string | null;
  readonly by: Point;
  readonly over: number | null;
  readonly start: (event: ReactPointerEvent, value: string) => void;
  /** Whether the click that is coming ends a drag and must open nothing. */
  readonly justDropped: () => boolean;
};

const RESTING: Phase = { name: "resting" };

/** Drags cards between ranks with mouse or pen anywhere on the card, with a finger by its grip, so that a swipe still scrolls. */
export function useRankDrag(onDrop: (value: string, rank: number) => void): RankDrag {
  const [phase, setPhase] = useState<Phase>(RESTING);
  // The pointer can be up again before React has drawn its last move: what it did is kept here.
  const latest = useRef<Phase>(RESTING);
  const enter = useCallback((next: Phase) => {
    latest.current = next;
    setPhase(next);
  }, []);
  const dropped = useRef(false);
  const active = phase.name !== "resting";

  useEffect(() => {
    if (!active) return;
    const onMove = (event: PointerEvent) => enter(moved(latest.current, { x: event.clientX, y: event.clientY }));
    const onCancel = () => enter(RESTING);
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      onCancel();
    };
    const onUp = () => {
      const ended = latest.current;
      enter(RESTING);
      if (ended.name !== "dragging") return;
      dropped.current = true;
      // The click that a drop over its own card brings comes before this.
      window.setTimeout(() => {
        dropped.current = false;
      });
      if (ended.over !== null) onDrop(ended.value, ended.over);
    };
    window.addEventListener("pointermove", onMove);
    window.addEventListener("pointerup", onUp);
    window.addEventListener("pointercancel", onCancel);
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      window.removeEventListener("pointermove", onMove);
      window.removeEventListener("pointerup", onUp);
      window.removeEventListener("pointercancel", onCancel);
      window.removeEventListener("keydown", onKeyDown, true);
    };
  });

  return useMemo(() => {
    const dragging = phase.name === "dragging" ? phase : null;
    return {
      value: dragging?.value ?? null,
      by: dragging?.by ?? NOWHERE,
      over: dragging?.over ?? null,
      start: (event, value) => {
        const byFinger = event.pointerType === "touch";
        const onGrip = event.target instanceof Element && event.target.closest("[data-grip]") !== null;
        if (event.button !== 0 || (byFinger && !onGrip)) return;
        enter({ name: "pressed", value, from: { x: event.clientX, y: event.clientY } });
      },
      justDropped: () => dropped.current,
    };
  }, [phase, enter]);
}

function moved(phase: Phase, to: Point): Phase {
  if (phase.name === "resting") return phase;
  const by = { x: to.x - phase.from.x, y: to.y - phase.from.y };
  if (phase.name === "pressed" && Math.hypot(by.x, by.y) < DRAG_AFTER) return phase;
  return { name: "dragging", value: phase.value, from: phase.from, by, over: placeAt(to) };
}

function placeAt({ x, y }: Point): number | null {
  const rank = document.elementFromPoint(x, y)?.closest(`[${RANK}]`)?.getAttribute(RANK);
  return rank === null || rank === undefined ? null : Number(rank);
}
