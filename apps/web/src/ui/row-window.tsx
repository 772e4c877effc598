import { useVirtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** From so many rows on only those in view are drawn. */
const WINDOW_FROM = 100;

type Rows = {
  count: number;
  /** what the rows stand in */
  body: RefObject<HTMLElement | null>;
  /** px; of rows that are handed to `measure` a guess */
  height: number;
  scroller: () => HTMLElement | null;
  overscan?: number;
};

/** Which rows of a table are drawn, and how much room the others take (`RoomForRows`). */
export function useRowWindow({ count, body, height, scroller, overscan = 15 }: Rows) {
  const windowed = count >= WINDOW_FROM;
  const virtualizer = useVirtualizer({
    count,
    enabled: windowed,
    getScrollElement: scroller,
    estimateSize: () => height,
    overscan,
    scrollMargin: windowed ? distance(body.current, scroller()) : 0,
  });
  const { measureElement: measure, scrollToIndex: reveal } = virtualizer;
  if (!windowed) return { windowed, first: 0, end: count, before: 0, after: 0, measure, reveal };
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  return {
    windowed,
    first: items[0]?.index ?? 0,
    end: (items.at(-1)?.index ?? -1) + 1,
    before: (items[0]?.start ?? margin) - margin,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure,
    reveal,
  };
}

/** How far the rows begin below the beginning of what scrolls. */
function distance(body: HTMLElement | null, scroller: HTMLElement | null): number {
  if (body === null || scroller === null) return 0;
  return body.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/** What scrolls an element, whichever that is at the width of the window. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  const around = element?.parentElement ?? null;
  if (around === null) return null;
  return /auto|scroll/.test(getComputedStyle(around).overflowY) ? around : scrollerOf(around);
}

/** Stands for the rows that are not drawn. */
export function RoomForRows({ height, className }: { height: number; className?: string }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row cannot have the focus
    <tr aria-hidden="true" className={className} style={{ height }}>
      <td />
    </tr>
  );
}
