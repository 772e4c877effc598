import { t } from "i18next";
import { type ReactNode, useEffect, useRef } from "react";
import { cx } from "../../../ui/cx.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { Matches } from "./use-matches.ts";

type SheetRowProps = {
  isCursor: boolean;
  onPoint: () => void;
  /** before the text: its number */
  start?: ReactNode;
  /** at the right */
  margin: ReactNode;
  children: ReactNode;
};

/** A record of a sheet: a thin line, its text, and its margin; the cursor record has the accent line. */
export function SheetRow({ isCursor, onPoint, start, margin, children }: SheetRowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCursor) row.current?.scrollIntoView({ block: "nearest" });
  }, [isCursor]);
  return (
    // A click only moves the cursor; every action has its own control.
    // biome-ignore lint/a11y/useKeyWithClickEvents: J and K move it
    <li
      ref={row}
      aria-current={isCursor || undefined}
      onClick={onPoint}
      className={cx(
        "group/row relative grid grid-cols-[40px_minmax(0,1fr)_auto] px-6 py-5 not-last:border-b not-last:border-b-line max-md:grid-cols-1 max-md:gap-y-2 max-md:px-4",
        isCursor && "before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent",
      )}
    >
      <div className="pt-1 font-mono text-small text-soft max-md:hidden">{start}</div>
      <div className="min-w-0">{children}</div>
      <div className="flex min-w-36 flex-col items-end gap-0.5 pl-6 text-right text-small max-md:items-start max-md:pl-0">
        {margin}
      </div>
    </li>
  );
}

/** Shown in place of matches: the progress of loading them, or that it failed. */
export function Reading({ matches, total }: { matches: Matches; total: number | null }) {
  if (matches.hasFailed) return <InlineError message={t("taskRules.matches.failed")} onRetry={matches.retry} />;
  const percent = total === null || total === 0 ? undefined : Math.min(100, Math.round((matches.read / total) * 100));
  return (
    <div className="max-w-80 py-2">
      <p className="text-soft">{t("taskRules.matches.reading")}</p>
      <ProgressBar label={t("taskRules.matches.reading")} percent={percent} thin className="mt-2" />
    </div>
  );
}
