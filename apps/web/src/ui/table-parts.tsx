import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

/** With this many rows or more, only those in view are rendered. */
const WINDOW_FROM = 100;

type Rows = {
  count: number;
  /** the element that contains the rows */
  body: RefObject<HTMLElement | null>;
  /** height of a row, px; only an estimate for rows measured by `measure` */
  height: number;
  scroller: () => HTMLElement | null;
  overscan?: number;
};

/** The rows of a table to render, and the space for the others (`RoomForRows`). */
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

/** The distance from the start of the scroll area to the rows. */
function distance(body: HTMLElement | null, scroller: HTMLElement | null): number {
  if (body === null || scroller === null) return 0;
  return body.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/** The nearest scrolling ancestor. It can depend on the window's width. */
export function scrollerOf(element: HTMLElement | null): HTMLElement | null {
  const around = element?.parentElement ?? null;
  if (around === null) return null;
  return /auto|scroll/.test(getComputedStyle(around).overflowY) ? around : scrollerOf(around);
}

/** Takes the space of the rows that are not rendered. */
export function RoomForRows({ height, className }: { height: number; className?: string }) {
  if (height === 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row cannot have the focus
    <tr aria-hidden="true" className={className} style={{ height }}>
      <td />
    </tr>
  );
}

type SortHeadProps = {
  title: ReactNode;
  /** true if the table is sorted by this column */
  on: boolean;
  /** the direction; for a column that does not sort now, the direction it would start with */
  descending: boolean;
  onSort: () => void;
  /** true for numbers, which are aligned right */
  right?: boolean;
  className?: string | undefined;
};

/** The header cell of a sortable column. Its arrow shows while the column sorts, and on hover. */
export function SortHead({ title, on, descending, onSort, right = false, className }: SortHeadProps) {
  return (
    <th
      scope="col"
      aria-sort={on ? (descending ? "descending" : "ascending") : "none"}
      className={cx("group/head font-body", right ? "pr-4" : "pr-3", className)}
    >
      <button
        type="button"
        onClick={onSort}
        className={cx(
          "inline-flex items-baseline gap-1 whitespace-nowrap rounded-key hover:text-ink",
          right && "flex-row-reverse",
          on ? "text-ink" : "text-soft",
        )}
      >
        {title}
        <span className={cx("self-center", !on && "opacity-0 group-hover/head:opacity-100")}>
          <Icon of={descending ? ArrowDown : ArrowUp} size={14} />
        </span>
      </button>
    </th>
  );
}
