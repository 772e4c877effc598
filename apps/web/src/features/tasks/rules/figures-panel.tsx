import type { CoverageMetrics, RuleMetrics } from "@postil/domain/tasks/labeling-rule";
import { foundAnnotated, foundRecords } from "@postil/domain/tasks/rule-matches";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import { RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { InlineError } from "../../../ui/no-content.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { useRulesMode } from "./rules-mode.ts";
import { labelCountsQuery } from "./rules-queries.ts";

export const METRICS = ["coverage", "records", "annotated", "correct", "incorrect", "precision"] as const;
type Metric = (typeof METRICS)[number];
/** The value as text, with its parts below; null if it is unknown. */
type Cell = { readonly text: string; readonly below?: string } | null;

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

/** The figures of this rule beside those of all rules (RUL-02, RUL-07, RUL-21, RUL-25). The rows never move. */
function MetricsTable() {
  const { figures, allFigures, rules, listFailed, reload, refresh } = useRulesMode();
  const one = figures.value && metricCells(figures.value, figures.value);
  const all = allFigures.value && metricCells(allFigures.value.coverage, allFigures.value.sums);
  return (
    <>
      <table className="w-full border-collapse">
        <caption className="sr-only">{t("taskRules.metric.label")}</caption>
        <thead>
          <tr className="h-8 text-right text-small text-soft">
            <td />
            <th scope="col" className="font-body">
              {t("taskRules.metric.thisRule")}
            </th>
            <th scope="col" className="w-24 pl-2 font-body">
              {rules === undefined || rules.length === 0
                ? t("taskRules.metric.noRules")
                : t("taskRules.metric.allRules", { count: rules.length })}
            </th>
          </tr>
        </thead>
        <tbody>
          {METRICS.map((metric) => (
            <tr
              key={metric}
              className={cx("border-line border-t text-right tabular-nums", metric === "annotated" ? "h-12" : "h-10")}
            >
              <th scope="row" className="w-24 text-left font-body">
                <Tooltip text={t(`taskRules.help.${metric}`)}>
                  <button type="button" className="cursor-help rounded-key text-left">
                    {t(`taskRules.metric.${metric}`)}
                  </button>
                </Tooltip>
              </th>
              <Value cell={one?.[metric]} figures={figures} className="font-strong text-title" />
              <Value cell={all?.[metric]} figures={allFigures} className="text-soft" />
            </tr>
          ))}
        </tbody>
      </table>
      {listFailed && <InlineError message={t("taskRules.noInfo")} onRetry={reload} />}
      {figures.hasFailed && <InlineError message={t("taskRules.metric.failed")} onRetry={refresh} />}
    </>
  );
}

type ValueProps = { cell: Cell | undefined; figures: { readonly isStale: boolean }; className: string };

/** A dash if the value is unknown (RUL-21); a value that is about to change is pale. */
function Value({ cell, figures, className }: ValueProps) {
  return (
    <td
      aria-busy={figures.isStale}
      className={cx("whitespace-nowrap transition-colors duration-150", className, figures.isStale && "text-soft")}
    >
      {cell?.text ?? t("taskRules.metric.unknown")}
      {cell?.below !== undefined && <span className="block pb-1 font-body text-key text-soft">{cell.below}</span>}
    </td>
  );
}

export function metricCells(
  coverage: CoverageMetrics | null,
  { correct, incorrect, precision }: Pick<RuleMetrics, "correct" | "incorrect" | "precision">,
): { readonly [M in Metric]: Cell } {
  const shared = (value: number | null | undefined) => (value == null ? null : { text: shareText(value) });
  const counted = (value: number | null) => (value === null ? null : { text: value.toLocaleString(LOCALE) });
  return {
    coverage: shared(coverage?.coverage),
    records: coverage && counted(foundRecords(coverage)),
    annotated:
      coverage?.coverageAnnotated == null
        ? null
        : {
            text: shareText(coverage.coverageAnnotated),
            below: t("taskRules.metric.ofAnnotated", {
              found: foundAnnotated(coverage),
              count: coverage.annotatedRecords,
            }),
          },
    correct: counted(correct),
    incorrect: counted(incorrect),
    precision: shared(precision),
  };
}

/** Formats a share from 0 to 1: "4.6 %". */
export const shareText = (share: number): string => t("taskRules.metric.percent", { share: share * 100 });

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
          {all ? t("words.showLess") : t("taskRules.moreLabels", { count: counts.size - FEW })}
        </button>
      )}
    </section>
  );
}
