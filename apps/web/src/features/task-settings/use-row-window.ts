import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect } from "react";
import { columnOf } from "../../ui/layouts/top-and-column.tsx";

/** px of a row with a name of one line; long names are measured */
const ROW_HEIGHT = 35;
/** From so many rows on only those in view are drawn. */
const WINDOW_FROM = 100;
const OVERSCAN = 15;

/** Which rows are drawn, and how much room the others take. A row that is picked up is kept in view. */
export function useRowWindow(count: number, body: RefObject<HTMLElement | null>, lifted: number | null) {
  const windowed = count >= WINDOW_FROM;
  const virtualizer = useVirtualizer({
    count,
    enabled: windowed,
    getScrollElement: () => columnOf(body.current),
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  useLayoutEffect(() => {
    if (windowed && lifted !== null) virtualizer.scrollToIndex(lifted, { align: "auto" });
  }, [windowed, lifted, virtualizer]);
  const measure = virtualizer.measureElement;
  if (!windowed) return { windowed, first: 0, end: count, before: 0, after: 0, measure };
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  return {
    windowed,
    first: items[0]?.index ?? 0,
    end: (items.at(-1)?.index ?? -1) + 1,
    before: (items[0]?.start ?? margin) - margin,
    after: virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin),
    measure,
  };
}
