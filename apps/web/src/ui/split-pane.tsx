import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "../lib/preferences/use-preference.ts";
import { cx } from "./cx.ts";
import { clampShare, nudge, STEP, WIDE_STEP } from "./split-share.ts";

type SplitPaneProps = {
  /** the key under which the size is remembered: `<dataset id>/<split name>` */
  name: string;
  label?: string;
  direction?: "row" | "column";
  /** share of the first pane */
  initial?: number;
  /** px that each pane keeps */
  minFirst?: number;
  minSecond?: number;
  first: ReactNode;
  second: ReactNode;
  className?: string;
};

/**
 * Two panes and a handle of 8 px between them: drag, arrow keys 16 px (with Shift 64), double click or Enter restores the
 * default; the size is remembered (screens 1.10).
 */
export function SplitPane(props: SplitPaneProps) {
  const {
    name,
    label,
    direction = "row",
    initial = 0.6,
    minFirst = 320,
    minSecond = 320,
    first,
    second,
    className,
  } = props;
  const { t } = useTranslation();
  const [splits, setSplits] = usePreference("splits");
  const pane = useRef<HTMLDivElement>(null);
  const share = splits[name] ?? initial;

  const length = () => (direction === "row" ? pane.current?.clientWidth : pane.current?.clientHeight) ?? 0;
  const set = (next: number) =>
    setSplits({ ...splits, [name]: clampShare(next, { length: length(), minFirst, minSecond }) });
  const restore = () => setSplits(Object.fromEntries(Object.entries(splits).filter(([key]) => key !== name)));

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const rect = pane.current?.getBoundingClientRect();
    if (rect !== undefined)
      set((direction === "row" ? event.clientX - rect.left : event.clientY - rect.top) / length());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return restore();
    const by = nudge(event.key, direction, event.shiftKey ? WIDE_STEP : STEP);
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    set(share + by / length());
  };

  const row = direction === "row";
  const track = `minmax(0, ${share}fr) 8px minmax(0, ${1 - share}fr)`;
  return (
    <div
      ref={pane}
      className={cx("grid min-h-0 min-w-0", className)}
      style={row ? { gridTemplateColumns: track } : { gridTemplateRows: track }}
    >
      <div className="grid min-h-0 min-w-0">{first}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved with the keyboard */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={label ?? t("common.resize")}
        aria-orientation={row ? "vertical" : "horizontal"}
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onDoubleClick={restore}
        onKeyDown={onKeyDown}
        className={cx("group/grip grid touch-none place-items-center", row ? "cursor-col-resize" : "cursor-row-resize")}
      >
        <span
          className={cx(
            "rounded-full bg-line group-hover/grip:bg-edge group-focus-visible/grip:bg-edge",
            row ? "h-8 w-0.5" : "h-0.5 w-8",
          )}
        />
      </div>
      <div className="grid min-h-0 min-w-0">{second}</div>
    </div>
  );
}
