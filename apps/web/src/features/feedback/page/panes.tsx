import { t } from "i18next";
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from "react";
import { usePreference } from "../../../lib/preferences/store.ts";
import { cx } from "../../../ui/cx.ts";
import { CONTENT_ID } from "../../../ui/layouts/frame.tsx";
import { useReadingKeys } from "../../../workbench/frame/use-reading-keys.ts";

/**
 * Default width of the record's column beside the questions, as a share (design/device.md#preferences). The foot uses the same
 * columns.
 */
const COLUMNS = 0.6;

function useColumns(datasetId: string): Split {
  return useSplit(`${datasetId}/record-questions`, COLUMNS);
}

/** Two grid tracks. The first gets `share` of the space. */
function tracks(share: number): string {
  return `minmax(0, ${share}fr) minmax(0, ${1 - share}fr)`;
}

/** The parts around a record that stay when the record changes. */
export type FrameChrome = {
  readonly datasetId: string;
  /** the page's heading, for screen readers */
  readonly title: string;
  /** the drawers; falsy while they are closed */
  readonly guidelines: ReactNode;
  readonly progress: ReactNode;
  readonly foot: ReactNode;
  /** the notice above the actions on a phone, which has no foot */
  readonly notice: ReactNode;
};

type WorkbenchFrameProps = {
  chrome: FrameChrome;
  bar: ReactNode;
  /** the part that changes with the record */
  children: ReactNode;
};

/** The annotation page: bar, desk, foot (LAY-04). */
export function WorkbenchFrame({ chrome, bar, children }: WorkbenchFrameProps) {
  const columns = useColumns(chrome.datasetId);
  // React's style type has no custom properties.
  const style = { "--columns": tracks(columns.share) } as CSSProperties;
  return (
    <main
      id={CONTENT_ID}
      tabIndex={-1}
      style={style}
      className="@container/page grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]"
    >
      <h1 translate="no" className="sr-only">
        {chrome.title}
      </h1>
      {bar}
      {children}
      {chrome.foot}
    </main>
  );
}

type LabelingPanesProps = {
  chrome: FrameChrome;
  sheet: ReactNode;
  questions: ReactNode;
  actions: ReactNode;
  /** when it changes, the scroll areas return to the top */
  recordId: string | null;
};

/** Default share of the record above the guidelines (design/device.md#preferences). */
const ROWS = 0.58;
/**
 * Default share of questions and actions above the progress. Until a user moves the handle, the progress has the height of its
 * content.
 */
const MARGIN = 0.8;

/**
 * Record and questions side by side. Without room for two columns they are stacked and scroll together, with the actions fixed
 * at the bottom edge (LAY-10, design/shell.md#layout, design/annotation.md#layout).
 */
export function LabelingPanes({ chrome, sheet, questions, actions, recordId }: LabelingPanesProps) {
  const { datasetId, guidelines, progress, notice } = chrome;
  const columns = useColumns(datasetId);
  const rows = useSplit(`${datasetId}/record-guidelines`, ROWS);
  const fold = useSplit(`${datasetId}/questions-progress`, MARGIN);
  const desk = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLDivElement>(null);
  const right = useRef<HTMLDivElement>(null);
  const margin = useRef<HTMLDivElement>(null);
  useScrollToTop([desk, margin], recordId);
  useReadingKeys(desk);
  const style = {
    "--rows": guidelines ? tracks(rows.share) : "minmax(0, 1fr)",
    "--split": `${columns.share * 100}%`,
    "--fold": `${rows.share * 100}%`,
    "--drawer": progress && fold.moved ? `${(1 - fold.share) * 100}%` : "auto",
  } as CSSProperties; // React's type does not know custom properties.
  return (
    <div
      ref={desk}
      data-desk
      style={style}
      className="relative flex min-h-0 scroll-pb-40 flex-col overflow-y-auto pt-px max-md:pt-0 wide:grid wide:pt-0 wide:grid-cols-(--columns) wide:overflow-visible"
    >
      <div
        ref={left}
        className="contents wide:relative wide:grid wide:min-h-0 wide:min-w-0 wide:grid-cols-[minmax(0,1fr)] wide:grid-rows-(--rows)"
      >
        {sheet}
        {guidelines}
        {guidelines && (
          <SplitHandle
            split={rows}
            pane={left}
            direction="column"
            label={t("annotation.split.guidelines")}
            minFirst={160}
            minSecond={120}
            className="absolute inset-x-6 top-(--fold) hidden wide:grid"
          />
        )}
      </div>
      <SplitHandle
        split={columns}
        pane={desk}
        direction="row"
        label={t("annotation.split.columns")}
        minFirst={480}
        minSecond={360}
        className="absolute inset-y-0 left-(--split) hidden wide:grid"
      />
      <div
        ref={right}
        className="contents wide:grid wide:min-h-0 wide:min-w-0 wide:grid-cols-[minmax(0,1fr)] wide:grid-rows-[minmax(0,1fr)_auto_var(--drawer)]"
      >
        <div ref={margin} className="order-1 flex-1 wide:min-h-0 wide:overflow-y-auto">
          {questions}
        </div>
        <div className="sticky bottom-0 z-2 order-3 bg-paper low:static wide:contents">
          <div className="wide:order-2">
            {notice}
            {actions}
          </div>
          {progress && (
            <Drawer fold={fold} column={right}>
              {progress}
            </Drawer>
          )}
        </div>
      </div>
    </div>
  );
}

type DrawerProps = { fold: Split; column: RefObject<HTMLElement | null>; children: ReactNode };

/** The progress below the actions, with a handle that changes its height. */
function Drawer({ fold, column, children }: DrawerProps) {
  const drawer = useRef<HTMLDivElement>(null);
  const measure = () => 1 - (drawer.current?.clientHeight ?? 0) / (column.current?.clientHeight ?? 1);
  return (
    <div className="wide:relative wide:order-3 wide:grid wide:min-h-0 wide:grid-rows-[minmax(0,1fr)]">
      <div ref={drawer} tabIndex={fold.moved ? 0 : undefined} className="wide:min-h-0 wide:overflow-y-auto">
        {children}
      </div>
      <SplitHandle
        split={fold}
        pane={column}
        direction="column"
        label={t("comfort.split.progress")}
        minFirst={240}
        minSecond={64}
        measure={measure}
        className="absolute inset-x-6 -top-1 hidden wide:grid"
      />
    </div>
  );
}

/**
 * Scrolls the record and its questions to the top when the record changes. Runs after the first question is focused, because
 * the focus scrolls too.
 */
function useScrollToTop(scrollers: readonly RefObject<HTMLElement | null>[], recordId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is what it waits for
  useLayoutEffect(() => {
    for (const { current } of scrollers) current?.scrollTo({ top: 0, behavior: "instant" });
  }, [recordId]);
}

/** The one white sheet of the page. It holds the record, or its placeholder. */
export function Sheet({ label, busy = false, children }: { label: string; busy?: boolean; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      aria-busy={busy || undefined}
      data-edge
      className={cx(
        "mx-6 flex-none overflow-hidden rounded-panel bg-surface shadow-[0_0_0_1px_var(--line)]",
        "max-md:mx-0 max-md:rounded-none",
        "wide:mr-0 wide:grid wide:min-h-0 wide:grid-cols-[minmax(0,1fr)] wide:grid-rows-[auto_minmax(0,1fr)]",
      )}
    >
      {children}
    </section>
  );
}

type Split = {
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
