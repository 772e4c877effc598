import type { ReactNode } from "react";
import { cx } from "../cx.ts";

/**
 * The whole window as rows: the header (with the band below it when offline) and what a layout puts under it. In a very wide
 * window it stands in the middle, the same on every page, so that nothing is read or pressed from edge to edge (LAY-10).
 */
export function PageFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-paper low:overflow-y-auto lg:mx-auto lg:max-w-[1800px]">
      {header}
      {children}
    </div>
  );
}

/** Where the skip link of the header leads. */
export const CONTENT_ID = "content";

/**
 * The main region of a page; scrolls on its own. It is what texts for screen readers are placed by: placed by the window, they
 * would make the whole page scroll.
 */
export function Main({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <main
      id={CONTENT_ID}
      data-scroll-restoration-id={CONTENT_ID}
      tabIndex={-1}
      className={cx("relative min-h-0 min-w-0 flex-1 overflow-auto", className)}
    >
      {children}
    </main>
  );
}
