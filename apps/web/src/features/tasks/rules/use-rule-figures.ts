import type { LabelingRule } from "@postil/domain/tasks/labeling-rule";
import type { ActiveRule } from "@postil/domain/tasks/rules-active";
import { keepPreviousData, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureOf } from "../../../lib/api/failure.ts";
import type { RulesOf } from "../wire/rules-api.ts";
import type { RulesMode } from "./rules-mode.ts";
import { allRulesQuery, refreshFigures, ruleMetricsQuery } from "./rules-queries.ts";
import { useSettled } from "./use-settled.ts";

/** ms after the last change of the query or the labels (design/task-rules.md#figures) */
const DELAY = 300;

type AllFigures = Pick<RulesMode, "figures" | "allFigures" | "refresh">;

/** What is known of the active rule and of all; earlier figures stay, marked as such, until the new ones are there. */
export function useRuleFigures(
  dataset: RulesOf,
  rules: readonly LabelingRule[] | undefined,
  active: ActiveRule | null,
): AllFigures {
  const client = useQueryClient();
  const wanted = active && { query: active.query, labels: active.labels };
  const settled = useSettled(wanted, DELAY);
  const query = settled ?? { query: "", labels: [] };
  const one = useQuery({
    ...ruleMetricsQuery(dataset, query),
    ...(settled === null && { queryFn: skipToken }),
    placeholderData: keepPreviousData,
  });
  const all = useQuery({ ...allRulesQuery(dataset, rules), placeholderData: keepPreviousData });
  const isUnreadable = failureOf(one.error)?.status === 400;
  const isLate = JSON.stringify(settled) !== JSON.stringify(wanted);
  return {
    figures: {
      value: (wanted !== null && !one.isError && one.data) || null,
      isStale: isLate || one.isPlaceholderData,
      hasFailed: one.isError && !isUnreadable && !isLate,
      isUnreadable: isUnreadable && !isLate,
    },
    allFigures: {
      value: all.data ?? null,
      isStale: all.isPlaceholderData,
      hasFailed: all.isError && rules !== undefined,
    },
    refresh: () => void refreshFigures(client, dataset),
  };
}
