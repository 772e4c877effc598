import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SplitHandle, useSplit } from "../../../ui/split-handle.tsx";
import type { FrameChrome } from "./frame.tsx";

type DeskProps = {
  chrome: FrameChrome;
  sheet: ReactNode;
  questions: ReactNode;
  actions: ReactNode;
  /** changes with the record: what has been scrolled goes back to the top */
  recordId: string | null;
};

/** Shares of the record's column and, in it, of the record above the guidelines (screens 4). */
const COLUMNS = 0.6;
const ROWS = 0.58;

/**
 * Record and questions side by side. Where there is not room for two columns they stand one below the other and scroll
 * together, the actions stuck to the bottom edge (LAY-10, screens 1.2, 5.1).
 */
export function Desk({ chrome, sheet, questions, actions, recordId }: DeskProps) {
  const { datasetId, guidelines, progress, notice } = chrome;
  const { t } = useTranslation();
  const columns = useSplit(`${datasetId}/record-questions`, COLUMNS);
  const rows = useSplit(`${datasetId}/record-guidelines`, ROWS);
  const desk = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLDivElement>(null);
  const margin = useRef<HTMLDivElement>(null);
  useScrollToTop([desk, margin], recordId);
  const style = {
    "--columns": tracks(columns.share),
    "--rows": guidelines ? tracks(rows.share) : "minmax(0, 1fr)",
    "--split": `${columns.share * 100}%`,
    "--fold": `${rows.share * 100}%`,
  } as CSSProperties; // React's type does not know custom properties.
  return (
    <div
      ref={desk}
      style={style}
      className="relative flex min-h-0 scroll-pb-24 flex-col overflow-y-auto pt-px max-md:pt-0 wide:grid wide:pt-0 wide:grid-cols-(--columns) wide:overflow-visible"
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
      <div className="contents wide:grid wide:min-h-0 wide:min-w-0 wide:grid-cols-[minmax(0,1fr)] wide:grid-rows-[minmax(0,1fr)_auto]">
        <div ref={margin} className="order-1 flex-1 wide:min-h-0 wide:overflow-y-auto">
          {questions}
        </div>
        <div className="sticky bottom-0 z-2 order-3 bg-paper wide:static wide:bg-transparent">
          {notice}
          {actions}
          {progress}
        </div>
      </div>
    </div>
  );
}

function tracks(share: number): string {
  return `minmax(0, ${share}fr) minmax(0, ${1 - share}fr)`;
}

/**
 * A new record begins at its top, and so do its questions: whatever scrolls goes back there. It runs after the first question
 * has taken the focus, which scrolls it into view.
 */
function useScrollToTop(scrollers: readonly RefObject<HTMLElement | null>[], recordId: string | null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is what it waits for
  useLayoutEffect(() => {
    for (const { current } of scrollers) current?.scrollTo({ top: 0, behavior: "instant" });
  }, [recordId]);
}
