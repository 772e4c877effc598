import type { ReactNode } from "react";
import { Main, PageFrame } from "./frame.tsx";

/** Header with one column (LAY-01): datasets list, error page. */
export function OneColumn({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <PageFrame header={header}>
      <Main className="px-6 max-md:px-4">{children}</Main>
    </PageFrame>
  );
}
