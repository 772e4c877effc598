import { foundRecords } from "@postil/domain/tasks/rules-overall";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { GitCompare, List, RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Star } from "../../../ui/star.tsx";
import { ApplyDialog } from "./apply-dialog.tsx";
import { MetricsTable } from "./metrics-table.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { labelCountsQuery } from "./rules-queries.ts";
import type { Conflicts } from "./use-conflicts.ts";

/** Below the figures: links to the other places, with their counts. */
export function WaysOn({ conflicts, onWritten }: { conflicts: Conflicts; onWritten: () => void }) {
  const { rules = [], allFigures, place, goTo } = useRulesMode();
  const [isApplying, setIsApplying] = useState(false);
  const covered = allFigures.value?.coverage;
  const records = (count: number) => t("taskRules.recordCount", { count });
  if (rules.length === 0) return null;
  return (
    <>
      <ul className="mt-6">
        {place !== "list" && (
          <Way icon={<Icon of={List} />} onGo={() => goTo("list")} amount={rules.length.toLocaleString(LOCALE)}>
            {t("taskRules.allRules")}
          </Way>
        )}
        {place !== "conflicts" && (
          <Way
            icon={<Icon of={GitCompare} />}
            onGo={() => goTo("conflicts")}
            amount={conflicts.found && records(conflicts.found.records.length)}
          >
            {t("taskRules.conflicts")}
          </Way>
        )}
        <Way
          icon={
            <span className="text-suggestion">
              <Star size={16} />
            </span>
          }
          onGo={() => setIsApplying(true)}
          amount={covered ? records(foundRecords(covered)) : null}
        >
          {t("taskRules.apply")}
        </Way>
      </ul>
      {isApplying && <ApplyDialog onClose={() => setIsApplying(false)} onWritten={onWritten} />}
    </>
  );
}

type WayProps = { icon: ReactNode; onGo: () => void; amount: string | null; children: ReactNode };

function Way({ icon, onGo, amount, children }: WayProps) {
  return (
    <li className="flex h-9 items-center gap-2 text-soft">
      {icon}
      <button type="button" onClick={onGo} className="text-accent underline-offset-[3px] hover:underline">
        {children}
      </button>
      <span className="ml-auto tabular-nums">{amount}</span>
    </li>
  );
}

/** The figures of the rule and of all rules (RUL-24, RUL-25), with the links between them. */
export function FiguresPanel({ children }: { children: ReactNode }) {
  const { refresh } = useRulesMode();
  return (
    <>
      <MetricsTable />
      <button
        type="button"
        onClick={refresh}
        className="mt-2 inline-flex items-center gap-2 text-small text-soft hover:text-ink"
      >
        <Icon of={RefreshCw} size={14} />
        {t("taskRules.refresh")}
      </button>
      {children}
      <LabelCounts />
    </>
  );
}

const FEW = 10;

/**
 * The number of records that the rules of each label find. A label without a rule finds none, so gaps are visible at the
 * bottom (RUL-25).
 */
function LabelCounts() {
  const { dataset, labels, rules = [], allFigures } = useRulesMode();
  const [all, setAll] = useState(false);
  const names = labels.map(({ text }) => text);
  const figures = allFigures.value !== null && !allFigures.isStale ? allFigures.value : undefined;
  const { data: counts } = useQuery(labelCountsQuery(dataset, names, rules, figures));
  if (rules.length === 0 || counts === undefined) return null;
  const most = [...counts].sort(([, one], [, other]) => (other ?? -1) - (one ?? -1));
  const shown = most.slice(0, all ? counts.size : FEW);
  return (
    <section className="mt-6">
      <h2 title={t("taskRules.byLabelHelp")} className="mb-1 font-strong text-small">
        {t("taskRules.byLabel")}
      </h2>
      <dl>
        {shown.map(([label, count]) => (
          <div key={label} className={cx("flex h-7 items-center gap-3", count === 0 && "text-soft")}>
            <dt translate="no" dir="auto" className="min-w-0 flex-1 truncate" title={label}>
              {label}
            </dt>
            <dd className="tabular-nums">{count?.toLocaleString(LOCALE) ?? t("taskRules.metric.unknown")}</dd>
          </div>
        ))}
      </dl>
      {counts.size > FEW && (
        <button type="button" className="h-7 text-accent" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t("taskRules.fewerLabels") : t("taskRules.moreLabels", { count: counts.size - FEW })}
        </button>
      )}
    </section>
  );
}
