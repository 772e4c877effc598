import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** A row of fixed height shows so many lines of 24 px (design/bulk.md). */
export const LINES = 12;
const LINE = 24;

/** How many lines of the text lie below the twelve that a fixed row shows; 0 when all of it is seen. */
export function useHiddenLines(fixed: boolean): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly hidden: number;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState(0);
  useLayoutEffect(() => {
    const box = ref.current;
    if (!fixed || box === null || typeof ResizeObserver === "undefined") {
      setHidden(0);
      return;
    }
    // Told once the row is drawn, so that rows out of sight are not laid out to be measured.
    const observer = new ResizeObserver(() => setHidden(Math.max(0, Math.round(box.scrollHeight / LINE) - LINES)));
    for (const part of [box, ...box.children]) observer.observe(part);
    return () => observer.disconnect();
  }, [fixed]);
  return { ref, hidden };
}
