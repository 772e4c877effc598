import { verdictOn } from "@postil/domain/tasks/rule-matches";
import { annotatedClasses, type TextRecord } from "@postil/domain/tasks/shown-record";
import { t } from "i18next";
import { TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import type { Command } from "../../../lib/commands/command.ts";
import { useCommands } from "../../../lib/commands/commands-provider.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { StatusPill } from "../../../ui/status.tsx";
import { useRulesMode } from "./rules-mode.ts";
import type { Matches } from "./use-matches.ts";

type SheetRowProps = {
  isCursor: boolean;
  onPoint: () => void;
  /** before the text: its number */
  start?: ReactNode;
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

/** J and K move the cursor of a sheet. */
export function useSheetKeys(move: (step: 1 | -1) => void): void {
  const row = t("taskRules.sample.moveRow");
  const command = (name: "next" | "previous", keys: "J" | "K", step: 1 | -1): Command => ({
    ...{ id: `rules.${name}`, label: t(`taskRules.sample.${name}`), group: "move", row, repeats: true },
    shortcuts: [{ keys }],
    run: () => move(step),
  });
  useCommands([command("next", "J", 1), command("previous", "K", -1)]);
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

/** The labels that users gave a record, and a note if they contradict the active rule (design/task-rules.md#records). */
export function RuleMargin({ record }: { record: TextRecord }) {
  const { active } = useRulesMode();
  const labels = annotatedAs(record);
  const verdict = active && active.labels.length > 0 ? verdictOn(active, labels) : null;
  return (
    <div className="flex w-48 flex-col items-end gap-0.5 pl-6 text-right text-small max-md:w-auto max-md:items-start max-md:pt-2 max-md:pl-0 max-md:text-left">
      <Answered record={record} />
      {verdict === "contradicts" && (
        <span className="inline-flex items-center gap-1 whitespace-nowrap text-edited">
          <Icon of={TriangleAlert} size={14} />
          {t("taskRules.contradicts")}
        </span>
      )}
    </div>
  );
}

export function Answered({ record }: { record: TextRecord }) {
  const labels = annotatedAs(record);
  return (
    <>
      {record.status === "Validated" && <StatusPill status="validated" />}
      {record.status === "Discarded" && <StatusPill status="discarded" />}
      {labels === null ? (
        record.status === "Default" && <span className="text-soft">{t("taskRules.notAnnotated")}</span>
      ) : (
        <span translate="no" dir="auto" className="max-w-44 truncate font-strong" title={labels.join(", ")}>
          {labels.join(", ")}
        </span>
      )}
    </>
  );
}

/** The labels that a user gave a record; null if the record is not annotated. */
export const annotatedAs = ({ annotation }: TextRecord): readonly string[] | null =>
  annotation && annotatedClasses(annotation);
