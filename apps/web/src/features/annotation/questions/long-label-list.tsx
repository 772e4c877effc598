import type { NumberedOption } from "@postil/domain/label-search";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { OPTION } from "./question-control.ts";

const COLUMNS = 2;
/** An option of 32 px and the gap under it. */
const ROW = 40;
const HEIGHT = 8 * ROW;

export type LongLabelListHandle = {
  /** Scrolls to the option at this place and gives it the focus once it is drawn. */
  readonly reveal: (place: number) => void;
};

export type LongLabelListProps = {
  ref: Ref<LongLabelListHandle>;
  options: readonly NumberedOption[];
  renderOption: (option: NumberedOption) => ReactNode;
};

/** Hundreds and thousands of options in two columns, of which only the rows in view are drawn. */
export function LongLabelList({ ref, options, renderOption }: LongLabelListProps) {
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: Math.ceil(options.length / COLUMNS),
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    // The height is known, so the first drawing already has its rows.
    initialRect: { width: 480, height: HEIGHT },
    overscan: 4,
  });

  const wanted = useRef<string | null>(null);
  const focusWanted = () => {
    if (wanted.current === null) return;
    const option = box.current?.querySelector<HTMLElement>(`[${OPTION}="${CSS.escape(wanted.current)}"]`);
    if (!option) return;
    wanted.current = null;
    option.focus({ preventScroll: true });
  };
  // The row arrives with the drawing that follows the scroll.
  useLayoutEffect(focusWanted);
  useImperativeHandle(ref, () => ({
    reveal: (place) => {
      wanted.current = options[place]?.value ?? null;
      rows.scrollToIndex(Math.floor(place / COLUMNS), { align: "auto" });
      focusWanted();
    },
  }));

  return (
    <div
      ref={box}
      tabIndex={-1}
      className="-mx-1 overflow-auto px-1 pt-1"
      style={{ height: Math.min(HEIGHT, rows.getTotalSize()) }}
    >
      <div className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            className="absolute inset-x-0 top-0 grid grid-cols-2 gap-2"
            style={{ transform: `translateY(${start}px)` }}
          >
            {options.slice(index * COLUMNS, (index + 1) * COLUMNS).map(renderOption)}
          </div>
        ))}
      </div>
    </div>
  );
}
