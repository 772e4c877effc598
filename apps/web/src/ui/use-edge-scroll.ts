import { useEffect } from "react";
import { useLatest } from "../lib/use-latest.ts";

/** A drag within this distance of a scroll area's edge scrolls it by `STEP` in each frame, px. */
const NEAR = 40;
const STEP = 12;

/**
 * Scrolls a scroll area while something is dragged near its top or bottom edge. `onScroll` receives the pointer's position.
 */
export function useEdgeScroll(
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
  if (y < top + NEAR) element.scrollTop -= STEP;
  else if (y > bottom - NEAR) element.scrollTop += STEP;
  return element.scrollTop !== before;
}
