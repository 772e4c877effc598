import type { ReactNode } from "react";
import { Main, PageFrame } from "./frame.tsx";

/** Header, top area and one column (LAY-02): settings of a task dataset. The column scrolls under the top area. */
export function TopAndColumn({ header, top, children }: { header: ReactNode; top: ReactNode; children: ReactNode }) {
  return (
    <PageFrame header={header}>
      <Main className="flex flex-col">
        <div className="px-6 max-md:px-4">{top}</div>
        <div className="min-h-0 flex-1 overflow-auto px-6 max-md:px-4">{children}</div>
      </Main>
    </PageFrame>
  );
}
