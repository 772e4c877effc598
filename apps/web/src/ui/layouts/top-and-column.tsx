import type { ReactNode } from "react";
import { Main, PageFrame } from "./frame.tsx";

type TopAndColumnProps = { header: ReactNode; top: ReactNode; children: ReactNode };

/** Header, top area and one column (LAY-02): settings of a task dataset. The column scrolls under the top area. */
export function TopAndColumn({ header, top, children }: TopAndColumnProps) {
  return (
    <PageFrame header={header}>
      <Main className="flex flex-col">
        <div className="px-6 max-md:px-4">{top}</div>
        <Column>{children}</Column>
      </Main>
    </PageFrame>
  );
}

/** The column alone, for a page whose top area holds it too, as the tabs of settings do; in a flex column. */
export function Column({ children }: { children: ReactNode }) {
  return (
    <div data-column className="@container relative min-h-0 flex-1 overflow-auto px-6 py-4 max-md:px-4">
      {children}
    </div>
  );
}

/** What scrolls an element that stands in a column. */
export const columnOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>("[data-column]") ?? null;
