import { foundRecords } from "@postil/domain/tasks/rules-overall";
import { t } from "i18next";
import { GitCompare, List, RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Star } from "../../../ui/star.tsx";
import { ApplyDialog } from "./apply-dialog.tsx";
import { LabelCounts } from "./label-counts.tsx";
import { MetricsTable } from "./metrics-table.tsx";
import { useRulesMode } from "./rules-mode.ts";
import type { Conflicts } from "./use-conflicts.ts";

/** Under the figures: where else one can go, with how much is there. */
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

/** What is known of the rule and of all (RUL-24, RUL-25), with the ways on between. */
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
