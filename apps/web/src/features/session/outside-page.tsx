import { t } from "i18next";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { underBase } from "../../lib/base-path.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon, Mark } from "../../ui/icon.tsx";
import { Plain, usePageTitle } from "../../ui/layouts/frame.tsx";

/** A page that a link or a provider leads to: one column, below the name of the product, which leads to `home`. */
export function OutsidePage({ home, children }: { home: string; children: ReactNode }) {
  return (
    <Plain>
      <div className="px-12 pt-9 pb-12 max-md:px-4">
        <a href={underBase(home)} className="inline-flex items-center gap-3 font-strong text-lead">
          <Mark />
          <span translate="no">{t("common.product")}</span>
        </a>
        <div className="mx-auto mt-28 w-[640px] max-w-full max-md:mt-16">{children}</div>
      </div>
    </Plain>
  );
}

type RefusedProps = {
  /** the outcome in a few words, above the heading */
  note: string;
  heading: string;
  headingClass?: string;
  /** the reason */
  text: ReactNode;
  /** buttons and links to continue; the link to the start page is added */
  children: ReactNode;
};

/** The reason why a sign-in failed, and links to continue. */
export function Refused({ note, heading, headingClass = "", text, children }: RefusedProps) {
  usePageTitle(heading);
  return (
    <>
      <p className="mb-2 flex items-center gap-2 text-danger">
        <Icon of={CircleAlert} />
        {note}
      </p>
      <h1 className={`font-strong text-title ${headingClass}`}>{heading}</h1>
      <p role="alert" className="mt-2 max-w-[560px] text-lead text-soft">
        {text}
      </p>
      <div className="mt-6 flex flex-wrap gap-2">
        {children}
        <a href={underBase("/")} className={buttonClass("ghost", "large", "px-4")}>
          {t("errors.home")}
        </a>
      </div>
    </>
  );
}
