import type { ReactNode } from "react";
import { Main, PageFrame } from "./frame.tsx";

type TopAndColumnProps = { header: ReactNode; top: ReactNode; children: ReactNode };

/** Header, top area and one column (LAY-02): settings of a task dataset. The column scrolls below the top area. */
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

/** The column alone, inside a flex column, for a page whose top area contains it, such as the tabs of settings. */
export function Column({ children }: { children: ReactNode }) {
  return (
    <div data-column className="@container relative min-h-0 flex-1 overflow-auto px-6 py-4 max-md:px-4">
      {children}
    </div>
  );
}

/** The column that scrolls an element. */
export const columnOf = (element: Element | null): HTMLElement | null =>
  element?.closest<HTMLElement>("[data-column]") ?? null;
