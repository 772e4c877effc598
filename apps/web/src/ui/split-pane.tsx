import { type CSSProperties, type ReactNode, useRef } from "react";
import { cx } from "./cx.ts";
import { SplitHandle, useSplit } from "./split-handle.tsx";

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
  /** one below the other where there are less than 960 px; the page then scrolls as one and the handle is gone */
  stacks?: boolean;
  className?: string;
};

const LAYOUTS = {
  row: "grid-cols-(--tracks)",
  column: "grid-rows-(--tracks)",
  stacking: "@max-[960px]:content-start @min-[960px]:grid-cols-(--tracks)",
} as const;

/** Two panes and the handle between them; the size is remembered (design/shell.md#controls). */
export function SplitPane(props: SplitPaneProps) {
  const { name, label, direction = "row", initial = 0.6, minFirst = 320, minSecond = 320, first, second } = props;
  const { stacks = false, className } = props;
  const pane = useRef<HTMLDivElement>(null);
  const split = useSplit(name, initial);
  // The tracks stand in a custom property, so that a container query can set the panes one below the other instead.
  // React's type of a style leaves custom properties out.
  const tracks = {
    "--tracks": `minmax(0, ${split.share}fr) 8px minmax(0, ${1 - split.share}fr)`,
  } as CSSProperties;
  return (
    <div className={cx("@container grid min-h-0 min-w-0", className)}>
      <div ref={pane} style={tracks} className={cx("grid min-h-0 min-w-0", LAYOUTS[stacks ? "stacking" : direction])}>
        <div className="grid min-h-0 min-w-0">{first}</div>
        <SplitHandle
          split={split}
          pane={pane}
          direction={direction}
          label={label}
          minFirst={minFirst}
          minSecond={minSecond}
          {...(stacks ? { className: "@max-[960px]:hidden" } : {})}
        />
        <div className="grid min-h-0 min-w-0">{second}</div>
      </div>
    </div>
  );
}
