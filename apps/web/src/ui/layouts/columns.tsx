import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { Main, PageFrame } from "./frame.tsx";

/** Header, top area and one column (LAY-02): settings of a task dataset. The column scrolls below the top area. */
export function TopAndColumn({ header, top, children }: { header: ReactNode; top: ReactNode; children: ReactNode }) {
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

type TopAndTwoColumnsProps = { header: ReactNode; top: ReactNode } & TwoColumnsProps;

/**
 * Header, top area and two columns (LAY-03): settings of a feedback dataset, user settings. One column below 960 px. The
 * scroll areas have room at their sides for focus rings.
 */
export function TopAndTwoColumns({ header, top, ...columns }: TopAndTwoColumnsProps) {
  return (
    <PageFrame header={header}>
      <Main className="@container flex flex-col">
        <div className="px-6 max-md:px-4">{top}</div>
        <TwoColumns {...columns} />
      </Main>
    </PageFrame>
  );
}

type TwoColumnsProps = {
  left: ReactNode;
  right: ReactNode;
  /** `margin`: 280 px with its gap; otherwise both columns have the same width */
  leftWidth?: "margin";
  /** name of the right region, which then can have the focus; for a column of text only, so that the keyboard can scroll it */
  rightName?: string;
};

/**
 * The columns alone, for a page whose top area contains both, such as the tabs of settings. They need a `@container` and a
 * flex column around them.
 */
export function TwoColumns({ left, right, leftWidth, rightName }: TwoColumnsProps) {
  return (
    <div
      className={cx(
        "grid px-6 @min-[960px]:min-h-0 @min-[960px]:flex-1 max-md:px-4",
        leftWidth === "margin"
          ? "gap-x-6 @min-[960px]:grid-cols-[256px_minmax(0,1fr)]"
          : "gap-x-12 @min-[960px]:grid-cols-2",
      )}
    >
      <div className="relative -mx-2 min-w-0 px-2 py-4 @min-[960px]:overflow-auto">{left}</div>
      <div
        {...(rightName !== undefined && { role: "region", "aria-label": rightName, tabIndex: 0 })}
        className={cx(
          "relative -mx-2 min-w-0 border-line px-2 py-4 -outline-offset-4! @min-[960px]:ml-0 @min-[960px]:overflow-auto @min-[960px]:border-l",
          leftWidth === "margin" ? "@min-[960px]:py-0 @min-[960px]:pl-8" : "@min-[960px]:pl-12",
        )}
      >
        {right}
      </div>
    </div>
  );
}
