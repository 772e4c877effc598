import { t } from "i18next";
import type { KeyboardEvent, PointerEvent, RefObject } from "react";
import { usePreference } from "../lib/preferences/use-preference.ts";
import { cx } from "./cx.ts";
import { clampShare, nudge, STEP, WIDE_STEP } from "./split-share.ts";

export type Split = {
  /** share of the first pane, 0 to 1 */
  readonly share: number;
  /** somebody has set it, now or on an earlier visit */
  readonly moved: boolean;
  readonly set: (share: number) => void;
  /** back to the share it has when nobody has moved it */
  readonly restore: () => void;
};

/** Where two panes meet, remembered under `<dataset id>/<split name>`. */
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
  /** what the two panes share out */
  pane: RefObject<HTMLElement | null>;
  /** row: the panes stand side by side */
  direction: "row" | "column";
  label?: string | undefined;
  /** px that each pane keeps */
  minFirst: number;
  minSecond: number;
  /** the share as it is on the screen, where the panes follow their contents until somebody moves them */
  measure?: () => number;
  className?: string;
};

/**
 * The handle between two panes, 8 px: drag, arrow keys 16 px (with Shift 64), double click or Enter restores the default
 * (design/shell.md#controls).
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
      aria-label={label ?? t("common.resize")}
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
