import { scorePercent } from "@postil/domain/answers/suggestion-score";
import type { TaskFilters } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import type { ActiveFilter } from "./parts.ts";

/** "predicted as: Waste", "score: 40–100 %", "ward: Harbour, Old Town" */
export function chipText(filters: TaskFilters, { part, key }: ActiveFilter): string {
  if (part === "metadata") {
    const values = Object.entries(filters.metadata ?? {}).find(([name]) => name === key)?.[1] ?? [];
    return t("taskQuery.chip.metadata", { key: key ?? "", values: values.join(", ") });
  }
  if (part === "score") {
    const percent = (share: number | undefined) => (scorePercent(share ?? 0) ?? 0).toLocaleString(LOCALE);
    return t("taskQuery.chip.score", { from: percent(filters.score?.from), to: percent(filters.score?.to) });
  }
  if (part === "predicted") return t("taskQuery.chip.predicted", { values: filters.predicted ?? "" });
  const values = filters[part] ?? [];
  if (part === "uncovered_by_rules") return t("taskQuery.chip.uncovered_by_rules", { count: values.length });
  return t(`taskQuery.chip.${part}`, { values: values.join(", ") });
}
