import { type RefObject, useLayoutEffect, useState } from "react";

/**
 * Columns of one width, as many as fit (design/questions.md#labels), in px; the grid of a shorter list says the same in CSS.
 */
const COLUMN = 224;
const GAP = 12;

/** Kept from record to record, so that the first drawing is seldom of the wrong number. */
let last = 2;

/** How many columns of labels stand beside each other in the element. */
export function useColumnCount(element: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(last);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      // In a test without a layout nothing has a width.
      if (current.clientWidth > 0) last = Math.max(1, Math.floor((current.clientWidth + GAP) / (COLUMN + GAP)));
      setCount(last);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return count;
}
