import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SplitHandle, useSplit } from "../../../ui/split-handle.tsx";

type FrameProps = {
  datasetId: string;
  bar: ReactNode;
  sheet: ReactNode;
  /** the guidelines, when they are open */
  guidelines: ReactNode | null;
  questions: ReactNode;
  /** the action bar, and the progress drawer below it */
  actions: ReactNode;
  foot: ReactNode;
  /** changes with the record: what has been scrolled goes back to the top */
  recordId: string | null;
};

/** Shares of the record's column and, in it, of the record above the guidelines (screens 4). */
const COLUMNS = 0.6;
const ROWS = 0.58;

/**
 * The annotation page: bar, record and questions side by side, foot. Where there is not room for two columns (960 px,
 * `wide:`) they stand one below the other and scroll together, the actions stuck to the bottom edge (screens 1.2, 5.1).
 */
export function Frame(props: FrameProps) {
  const { datasetId, bar, sheet, guidelines, questions, actions, foot, recordId } = props;
  const { t } = useTranslation();
  const columns = useSplit(`${datasetId}/record-questions`, COLUMNS);
  const rows = useSplit(`${datasetId}/record-guidelines`, ROWS);
  const desk = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLDivElement>(null);
  useScrollToTop(desk, recordId);
  const style = {
    "--columns": tracks(columns.share),
    "--rows": guidelines === null ? "minmax(0, 1fr)" : tracks(rows.share),
    "--split": `${columns.share * 100}%`,
    "--fold": `${rows.share * 100}%`,
  } as CSSProperties; // React's type does not know custom properties.
  return (
    <div
      className="@container/page mx-auto grid size-full min-h-0 max-w-[1800px] grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]"
      style={style}
    >
      {bar}
      <div
        ref={desk}
        className="relative flex min-h-0 flex-col overflow-y-auto wide:grid wide:grid-cols-(--columns) wide:overflow-visible"
      >
        <div ref={left} className="contents wide:relative wide:grid wide:min-h-0 wide:min-w-0 wide:grid-rows-(--rows)">
          {sheet}
          {guidelines}
          {guidelines !== null && (
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
        <div className="contents wide:grid wide:min-h-0 wide:min-w-0 wide:grid-rows-[minmax(0,1fr)_auto]">
          {questions}
          {actions}
        </div>
      </div>
      {foot}
    </div>
  );
}

function tracks(share: number): string {
  return `minmax(0, ${share}fr) minmax(0, ${1 - share}fr)`;
}

/** In one column everything scrolls together; asked for only when it has been scrolled, for the asking costs a layout. */
function useScrollToTop(desk: { current: HTMLElement | null }, recordId: string | null): void {
  const scrolled = useRef(false);
  useLayoutEffect(() => {
    const element = desk.current;
    const onScroll = () => {
      scrolled.current = true;
    };
    element?.addEventListener("scroll", onScroll, { passive: true });
    return () => element?.removeEventListener("scroll", onScroll);
  }, [desk]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the record is what it waits for
  useLayoutEffect(() => {
    if (scrolled.current && desk.current !== null) desk.current.scrollTop = 0;
    scrolled.current = false;
  }, [desk, recordId]);
}
