import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { useRulesMode } from "./rules-mode.ts";
import { labelCountsQuery } from "./rules-queries.ts";

const FEW = 10;

/** How many records the rules of each label find; a label without a rule finds none, so gaps are seen, below (RUL-25). */
export function LabelCounts() {
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
