import type { ReactNode } from "react";
import { Frame, Main } from "./frame.tsx";

/** Header, top area and one column (LAY-02): settings of a task dataset. */
export function TopAndColumn({ header, top, children }: { header: ReactNode; top: ReactNode; children: ReactNode }) {
  return (
    <Frame header={header}>
      <div className="px-6 max-md:px-4">{top}</div>
      <Main className="px-6 max-md:px-4">{children}</Main>
    </Frame>
  );
}
