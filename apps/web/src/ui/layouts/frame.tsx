import { t } from "i18next";
import { type ReactNode, useEffect } from "react";
import { cx } from "../cx.ts";

/**
 * The whole window in rows: the header (with its band when offline) and the layout below it. In a very wide window it has a
 * limited width and is centred, the same on every page (LAY-10).
 */
export function PageFrame({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-paper low:overflow-y-auto lg:mx-auto lg:max-w-[1800px]">
      {header}
      {children}
    </div>
  );
}

/** The target of the header's skip link. */
export const CONTENT_ID = "content";

/**
 * The main region of a page, which scrolls on its own. It is the positioned ancestor of screen-reader texts. Without it, they
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

/** Header with one column (LAY-01): datasets list, error page. */
export function OneColumn({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <PageFrame header={header}>
      <Main className="px-6 max-md:px-4">{children}</Main>
    </PageFrame>
  );
}

/** The default layout, without a header (LAY-05): sign-in, welcome, callback. */
export function Plain({ children }: { children: ReactNode }) {
  return (
    <main id={CONTENT_ID} tabIndex={-1} className="min-h-dvh bg-paper">
      {children}
    </main>
  );
}

/** Sets the window's title to "{title} - Postil", or "Postil" without a title. */
export function usePageTitle(title?: string): void {
  const product = t("common.product");
  useEffect(() => {
    document.title = title === undefined || title === "" ? product : `${title} - ${product}`;
  }, [title, product]);
}
