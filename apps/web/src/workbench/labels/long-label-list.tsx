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
import { usePhone } from "../../ui/use-phone.ts";
import { OPTION } from "./option-focus.ts";

/** A row, and on a phone one that a finger hits, in px; the list shows so many of them. */
const ROW = { desk: 28, phone: 44 } as const;
const ROWS = 14;
/** Room for the focus ring of the first row and the last. */
const RING = 4;

export type LongLabelListHandle = {
  /** Scrolls to the option; with `focus` it gets the focus, before the next key. */
  readonly reveal: (value: string, focus: boolean) => void;
};

export type LongLabelListProps = {
  ref: Ref<LongLabelListHandle>;
  options: readonly NumberedOption[];
  renderOption: (option: NumberedOption) => ReactNode;
};

/** Hundreds and thousands of options in columns, of which only the rows in view are drawn, and the one that has the focus. */
export function LongLabelList({ ref, options, renderOption }: LongLabelListProps) {
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const columns = useColumnCount(body);
  const rowHeight = usePhone() ? ROW.phone : ROW.desk;
  /** drawn wherever the list is scrolled to: what has the focus must not go from the page */
  const [kept, setKept] = useState<string | null>(null);
  const rowOf = (value: string) => Math.floor(options.findIndex((option) => option.value === value) / columns);
  const keptRow = kept === null ? -1 : rowOf(kept);
  const rows = useVirtualizer({
    count: Math.ceil(options.length / columns),
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    // The height is known, so the first drawing already has its rows.
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
 * Columns of one width, as many as fit (design/questions.md#labels), in px; the grid of a shorter list says the same in CSS.
 */
const COLUMN = 224;
const GAP = 12;

/** Kept from record to record, so that the first drawing is seldom of the wrong number. */
let last = 2;

/** How many columns of labels stand beside each other in the element. */
function useColumnCount(element: RefObject<HTMLElement | null>): number {
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
