import { t } from "i18next";
import { cloneElement, Fragment, type ReactElement, type ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";
import { cx } from "./cx.ts";

export type Breadcrumb = {
  readonly label: string;
  /** an anchor or router link, which gets the label as its content; the last crumb has none */
  readonly link?: ReactElement<{ children?: ReactNode; className?: string; translate?: "no" }>;
};

/** The crumb itself is truncated. A box around it would cut off its focus ring. */
const CRUMB = "truncate max-md:hidden";

type BreadcrumbsProps = { items: readonly Breadcrumb[]; copy?: { text: string; what: string } | undefined };

/**
 * The path to the current page. The last crumb is the page itself, and its text can be copied. On a phone only the last crumb
 * shows.
 */
export function Breadcrumbs({ items, copy }: BreadcrumbsProps) {
  return (
    <nav aria-label={t("common.header.breadcrumb")} className="flex min-w-0 items-center gap-2 text-soft">
      {items.map(({ label, link }, index) =>
        // A workspace and its dataset may have the same name, so keys use the index. The order never changes.
        index === items.length - 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span translate="no" key={index} aria-current="page" className="truncate font-strong text-ink">
            {label}
          </span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <Fragment key={index}>
            {link === undefined ? (
              <span translate="no" className={CRUMB}>
                {label}
              </span>
            ) : (
              cloneElement(
                link,
                { ...(index > 0 && { translate: "no" }), className: cx(CRUMB, "hover:text-ink") },
                label,
              )
            )}
            <span aria-hidden="true" className="text-edge max-md:hidden">
              /
            </span>
          </Fragment>
        ),
      )}
      {copy !== undefined && <CopyButton text={copy.text} what={copy.what} className="-ml-1 max-[399px]:hidden" />}
    </nav>
  );
}
