import { useVirtualizer } from "@tanstack/react-virtual";
import { t } from "i18next";
import { Check } from "lucide-react";
import { type CSSProperties, type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { cx } from "../../ui/cx.ts";
import { Icon } from "../../ui/icon.tsx";
import { KeyCap } from "../../ui/key-cap.tsx";
import { Star } from "../../ui/star.tsx";
import { Swatch } from "../../ui/swatch.tsx";
import { usePhone } from "../../ui/use-phone.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { LabelRow } from "./use-choosing.ts";

/** A row, and on a phone one that a finger hits, px. */
const ROW = { desk: 32, phone: 44 } as const;

type ChooserRowsProps = {
  ref: Ref<HTMLDivElement | null>;
  id: string;
  label: string;
  rows: readonly LabelRow[];
  /** the one that Enter takes */
  at: number;
  /** so many are seen at once */
  most: number;
  current: string | null;
  onTake: (value: string) => void;
};

/** Thousands of labels, of which only those in view are drawn. */
export function ChooserRows({ ref, id, label, rows, at, most, current, onTake }: ChooserRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => box.current);
  const height = usePhone() ? ROW.phone : ROW.desk;
  const seen = Math.min(rows.length, most) * height;
  const shown = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    // The height is known, so the first drawing already has its rows.
    initialRect: { width: 240, height: seen },
    overscan: 2,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what was measured by
  useLayoutEffect(() => shown.measure(), [height]);
  // Opened to choose, so its keys work at once.
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls where another row is marked, or other rows are there
  useEffect(() => shown.scrollToIndex(at), [at, rows]);
  return (
    <div
      ref={box}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={rows[at] && `${id}-${at}`}
      className="m-1 overflow-y-auto outline-0"
      style={{ height: seen }}
    >
      <div role="presentation" className="relative" style={{ height: shown.getTotalSize() }}>
        {shown.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return (
            row && (
              <Choice
                key={`${row.first === true} ${row.value}`}
                id={`${id}-${index}`}
                row={row}
                place={[index + 1, rows.length]}
                marked={index === at}
                present={row.value === current}
                style={{ top: start, height }}
                onTake={onTake}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

type ChoiceProps = {
  id: string;
  row: LabelRow;
  /** from 1, of how many */
  place: readonly [number, number];
  marked: boolean;
  present: boolean;
  style: CSSProperties;
  onTake: (value: string) => void;
};

function Choice({ id, row, place, marked, present, style, onTake }: ChoiceProps) {
  const { value, text, color, keys, first = false, score } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and hears the keys
    <div
      id={id}
      role="option"
      aria-selected={present}
      data-marked={marked || undefined}
      aria-posinset={place[0]}
      aria-setsize={place[1]}
      tabIndex={-1}
      // The list keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(value)}
      title={text}
      style={style}
      className={cx(
        "absolute inset-x-0 flex cursor-pointer items-center gap-2 rounded-control px-2",
        marked ? "bg-accent-fill fill-ring" : "hover:bg-hover",
      )}
    >
      <Swatch color={color} />
      <span translate="no" dir="auto" className="min-w-0 truncate">
        {text}
      </span>
      {first && <VisuallyHidden>{t("spans.first")}</VisuallyHidden>}
      {present && <Icon of={Check} size={14} className="flex-none text-accent" />}
      {score !== undefined && (
        <span className="flex flex-none items-center gap-1 text-small text-suggestion tabular-nums">
          <Star size={10} />
          {score}
        </span>
      )}
      {keys !== null && <KeyCap keys={keys} className="ml-auto" />}
    </div>
  );
}
