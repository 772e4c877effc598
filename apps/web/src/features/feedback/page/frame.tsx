import type { CSSProperties, ReactNode } from "react";
import { CONTENT_ID } from "../../../ui/layouts/frame.tsx";
import { type Split, useSplit } from "../../../ui/split-handle.tsx";

/**
 * Default width of the record's column beside the questions, as a share (design/device.md#preferences). The foot uses the same
 * columns.
 */
const COLUMNS = 0.6;

export function useColumns(datasetId: string): Split {
  return useSplit(`${datasetId}/record-questions`, COLUMNS);
}

/** Two grid tracks. The first gets `share` of the space. */
export function tracks(share: number): string {
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
