import { type RefObject, useLayoutEffect } from "react";

/** Between the words and what floats, and what floats and the edge of the window, px. */
const GAP = 6;
const EDGE = 8;

/** What floats beside words follows them; on the other side of them where there is no room. */
export function usePlaced(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  side: "above" | "below",
  /** placed again when this changes */
  at: unknown = null,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the anchor stands elsewhere when this changes
  useLayoutEffect(() => {
    const place = () => box.current && anchor.current && placeBeside(box.current, anchor.current, side);
    place();
    const abort = new AbortController();
    const options = { signal: abort.signal, capture: true, passive: true };
    window.addEventListener("scroll", place, options);
    window.addEventListener("resize", place, options);
    const observer = new ResizeObserver(place);
    if (box.current !== null) observer.observe(box.current);
    return () => {
      abort.abort();
      observer.disconnect();
    };
  }, [box, anchor, side, at]);
}

function placeBeside(box: HTMLElement, anchor: HTMLElement, side: "above" | "below"): void {
  const words = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = box;
  const below = words.bottom + GAP;
  const above = words.top - GAP - offsetHeight;
  const fitsBelow = below + offsetHeight <= window.innerHeight - EDGE;
  const isBelow = side === "below" ? fitsBelow || above < EDGE : above < EDGE && fitsBelow;
  box.style.left = `${Math.max(EDGE, Math.min(words.left, window.innerWidth - EDGE - offsetWidth))}px`;
  box.style.top = `${Math.max(EDGE, isBelow ? Math.min(below, window.innerHeight - EDGE - offsetHeight) : above)}px`;
}
