import { t } from "i18next";
import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { cx } from "../../../ui/cx.ts";
import { CONTENT_ID } from "../../../ui/layouts/frame.tsx";
import { type Split, SplitHandle, useSplit } from "../../../ui/split-handle.tsx";
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
