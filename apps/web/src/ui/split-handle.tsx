import { t } from "i18next";
import type { KeyboardEvent, PointerEvent, RefObject } from "react";
import { usePreference } from "../lib/preferences/store.ts";
import { cx } from "./cx.ts";

export type Split = {
  /** share of the first pane, 0 to 1 */
  readonly share: number;
  /** true if the user has moved it, now or on an earlier visit */
  readonly moved: boolean;
  readonly set: (share: number) => void;
  /** restores the default share */
  readonly restore: () => void;
};

/** The position of the border between two panes, stored under `<dataset id>/<split name>`. */
export function useSplit(name: string, initial: number): Split {
  const [splits, setSplits] = usePreference("splits");
  return {
    share: splits[name] ?? initial,
    moved: splits[name] !== undefined,
    set: (share) => setSplits({ ...splits, [name]: share }),
    restore: () => setSplits(Object.fromEntries(Object.entries(splits).filter(([key]) => key !== name))),
  };
}

type SplitHandleProps = {
  split: Split;
  /** the element that contains both panes */
  pane: RefObject<HTMLElement | null>;
  /** row: the panes are side by side */
  direction: "row" | "column";
  label?: string | undefined;
  /** minimum size of each pane, px */
  minFirst: number;
  minSecond: number;
  /** returns the real share on screen, for panes that follow their content until the user moves the border */
  measure?: () => number;
  className?: string;
};

/**
 * The handle between two panes, 8 px. It moves by dragging or by arrow keys, 16 px (64 with Shift). Double click or Enter
 * restores the default (design/shell.md#controls).
 */
export function SplitHandle(props: SplitHandleProps) {
  const { split, pane, direction, label, minFirst, minSecond, measure, className } = props;
  const row = direction === "row";
  const length = () => (row ? pane.current?.clientWidth : pane.current?.clientHeight) ?? 0;
  const set = (share: number) => split.set(clampShare(share, { length: length(), minFirst, minSecond }));

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const rect = pane.current?.getBoundingClientRect();
    if (rect !== undefined) set((row ? event.clientX - rect.left : event.clientY - rect.top) / length());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return split.restore();
    const by = nudge(event.key, direction, event.shiftKey ? WIDE_STEP : STEP);
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    set((measure?.() ?? split.share) + by / length());
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved with the keyboard
    <div
      role="separator"
      tabIndex={0}
      aria-label={label ?? t("words.resize")}
      aria-orientation={row ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(split.share * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onDoubleClick={split.restore}
      onKeyDown={onKeyDown}
      className={cx(
        "group/grip grid touch-none place-items-center",
        row ? "w-2 cursor-col-resize" : "h-2 cursor-row-resize",
        className,
      )}
    >
      <span
        className={cx(
          "rounded-full bg-line group-hover/grip:bg-edge group-focus-visible/grip:bg-edge",
          row ? "h-8 w-0.5" : "h-0.5 w-8",
        )}
      />
    </div>
  );
}

/** Distance that one arrow key moves the handle, px. `WIDE_STEP` applies with Shift (design/shell.md#controls). */
const STEP = 16;
const WIDE_STEP = 64;

/** Distance that a key moves the handle, px. 0 if the key does not fit the direction. */
function nudge(key: string, direction: "row" | "column", step: number): number {
  const [back, forth] = direction === "row" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  if (key === back) return -step;
  return key === forth ? step : 0;
}

/**
 * Limits the share of the first pane so that both panes keep their minimum size. Without room for both, the first keeps its
 * minimum. Rounded to a ten-thousandth, which is finer than a pixel.
 */
export function clampShare(share: number, room: { length: number; minFirst: number; minSecond: number }): number {
  const { length, minFirst, minSecond } = room;
  if (length <= 0) return Math.min(1, Math.max(0, share));
  const highest = Math.max(0, 1 - minSecond / length);
  const lowest = Math.min(1, minFirst / length);
  return Math.round(Math.max(lowest, Math.min(share, highest)) * 10_000) / 10_000;
}
