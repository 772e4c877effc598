import type { NumberedOption } from "@postil/domain/labels/label-search";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import {
  type FocusEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { usePhone } from "../../ui/media.ts";
import { OPTION } from "./option-focus.ts";

/** Height of a row in px, larger on a phone for touch. The list shows `ROWS` of them. */
const ROW = { desk: 28, phone: 44 } as const;
const ROWS = 14;
/** Space for the focus ring of the first and the last row. */
const RING = 4;

export type LongLabelListHandle = {
  /** Scrolls to the option. With `focus` it is focused before the next key. */
  readonly reveal: (value: string, focus: boolean) => void;
};

type LongLabelListProps = {
  ref: Ref<LongLabelListHandle>;
  options: readonly NumberedOption[];
  renderOption: (option: NumberedOption) => ReactNode;
};

/** Hundreds or thousands of options in columns. Only the rows in view and the focused row are rendered. */
export function LongLabelList({ ref, options, renderOption }: LongLabelListProps) {
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(body);
  const rowHeight = usePhone() ? ROW.phone : ROW.desk;
  /** the focused option: it stays rendered wherever the list is scrolled, so that the focus is not lost */
  const [kept, setKept] = useState<string | null>(null);
  const rowOf = (value: string) => Math.floor(options.findIndex((option) => option.value === value) / columns);
  const keptRow = kept === null ? -1 : rowOf(kept);
  const rows = useVirtualizer({
    count: Math.ceil(options.length / columns),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    // The height is known, so the first render already has the rows.
    initialRect: { width: 480, height: ROWS * rowHeight + 2 * RING },
    overscan: 4,
    paddingStart: RING,
    paddingEnd: RING,
    rangeExtractor: (range) => {
      const inView = defaultRangeExtractor(range);
      return keptRow < 0 || inView.includes(keptRow) ? inView : [...inView, keptRow].sort((one, other) => one - other);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what was measured by
  useLayoutEffect(() => rows.measure(), [rowHeight]);

  const wanted = useRef<string | null>(null);
  const focusWanted = () => {
    if (wanted.current === null) return;
    const option = box.current?.querySelector<HTMLElement>(`[${OPTION}="${CSS.escape(wanted.current)}"]`);
    if (!option) return;
    wanted.current = null;
    option.focus({ preventScroll: true });
  };
  useLayoutEffect(focusWanted);
  useImperativeHandle(ref, () => ({
    reveal: (value, focus) => {
      rows.scrollToIndex(Math.max(0, rowOf(value)), { align: "auto" });
      if (!focus) return;
      wanted.current = value;
      setKept(value);
      focusWanted();
    },
  }));
  const keep = (event: FocusEvent) => setKept(event.target.getAttribute(OPTION));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it looks on as its options get the focus.
    <div
      ref={box}
      tabIndex={-1}
      onFocus={keep}
      className="-mx-1 overflow-auto px-1"
      style={{ height: Math.min(ROWS * rowHeight + 2 * RING, rows.getTotalSize()) }}
    >
      <div ref={body} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            className="absolute inset-x-0 top-0 grid gap-x-3"
            style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {options.slice(index * columns, (index + 1) * columns).map(renderOption)}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * Columns of equal width, as many as fit, in px (design/questions.md#labels). The CSS grid of a shorter list uses the same
 * values.
 */
const COLUMN = 224;
const GAP = 12;

/** The last number of columns. The next list starts with it, so its first render is rarely wrong. */
let last = 2;

/** Number of label columns that fit into the element. */
function useColumnCount(element: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(last);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      // In tests without layout, elements have no width.
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
