import type { Micros } from "@postil/domain/time";
import { t } from "i18next";
import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "../../ui/icon.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

type ChangeItemProps = {
  /** "You submitted" */
  who: ReactNode;
  at: Micros;
  /** how long it took */
  took?: string | null;
  children: ReactNode;
};

/** An entry of a record's history. */
export function ChangeItem({ who, at, took = null, children }: ChangeItemProps) {
  return (
    <li className="border-line not-last:border-b py-3 first:pt-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0">{who}</span>
        <span className="text-small text-soft tabular-nums">
          {took !== null && <>{took} · </>}
          <RelativeTime at={at} />
        </span>
      </div>
      {children}
    </li>
  );
}

/** From one status to another; `from` of null: it stayed. */
export function StatusStep({ from, to }: { from: ReactNode | null; to: ReactNode }) {
  return (
    <p className="flex items-center gap-2 text-small">
      {from !== null && (
        <>
          <VisuallyHidden>{t("recordHistory.from")}</VisuallyHidden>
          {from}
          <Icon of={ArrowRight} size={14} className="text-soft" />
          <VisuallyHidden>{t("recordHistory.to")}</VisuallyHidden>
        </>
      )}
      {to}
    </p>
  );
}
