import type { CoverageMetrics, RuleMetrics } from "@postil/domain/tasks/rule-metrics";
import { foundAnnotated, foundRecords } from "@postil/domain/tasks/rules-overall";
import { t } from "i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { cx } from "../../../ui/cx.ts";
import { InlineError } from "../../../ui/inline-error.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import { type Figures, useRulesMode } from "./rules-mode.ts";
import type { AllRulesFigures } from "./rules-queries.ts";

const METRICS = ["coverage", "records", "annotated", "correct", "incorrect", "precision"] as const;
type Metric = (typeof METRICS)[number];
/** The value as text, with its parts below; null if it is unknown. */
type Cell = { readonly text: string; readonly below?: string };
type Cells = { readonly [M in Metric]: Cell | null };

/** The figures of this rule beside those of all rules (RUL-02, RUL-07, RUL-21, RUL-25). The rows never move. */
export function MetricsTable() {
  const { figures, allFigures, rules, listFailed, reload, refresh } = useRulesMode();
  const cells = useCells();
  const one = figures.value && cells(figures.value, figures.value);
  const all = allFigures.value && cells(allFigures.value.coverage, allFigures.value.sums);
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
                <Helped metric={metric} />
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

function Helped({ metric }: { metric: Metric }) {
  return (
    <Tooltip text={t(`taskRules.help.${metric}`)}>
      <button type="button" className="cursor-help rounded-key text-left">
        {t(`taskRules.metric.${metric}`)}
      </button>
    </Tooltip>
  );
}

type ValueProps = {
  cell: Cell | null | undefined;
  figures: Figures<RuleMetrics> | Figures<AllRulesFigures>;
  className: string;
};

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

type Judged = Pick<RuleMetrics, "correct" | "incorrect" | "precision">;

/** Formats the figures as text. */
export function useCells(): (coverage: CoverageMetrics | null, judged: Judged) => Cells {
  const share = useShare();
  const shared = (value: number | null | undefined) => (value == null ? null : { text: share(value) });
  const counted = (value: number | null) => (value === null ? null : { text: value.toLocaleString(LOCALE) });
  return (coverage, { correct, incorrect, precision }) => ({
    coverage: shared(coverage?.coverage),
    records: coverage && counted(foundRecords(coverage)),
    annotated:
      coverage?.coverageAnnotated == null
        ? null
        : {
            text: share(coverage.coverageAnnotated),
            below: t("taskRules.metric.ofAnnotated", {
              found: foundAnnotated(coverage),
              count: coverage.annotatedRecords,
            }),
          },
    correct: counted(correct),
    incorrect: counted(incorrect),
    precision: shared(precision),
  });
}

/** Formats a share from 0 to 1: "4.6 %". */
export function useShare(): (share: number) => string {
  return (share) => t("taskRules.metric.percent", { share: share * 100 });
}
