import "../../../lib/i18n/en/filter-editing.ts";
import { scorePercent } from "@postil/domain/records/suggestion-score";
import type { TaskFilters } from "@postil/domain/tasks/task-view";
import { t } from "i18next";
import { useRef } from "react";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { textLinkClass } from "../../../ui/cx.ts";
import { FilterBadge } from "../../../ui/filter-badge.tsx";
import { useFocusKept } from "../../../ui/focus.ts";
import { type ActiveFilter, activeFilters, type GroupId, type QueryPage, valuesAsked, withoutFilter } from "./parts.ts";

export type FilterChipsProps = {
  page: Pick<QueryPage, "view" | "changeView">;
  onOpen: (filter: ActiveFilter & { readonly group: GroupId }) => void;
  /** where the focus goes when the last chip is removed */
  onNone?: () => void;
  className?: string;
};

/** All active filters: press a chip to change its filter, press × to remove it (TSE-24). Lazily loaded. */
export default function FilterChips({ page: { view, changeView }, onOpen, onNone, className }: FilterChipsProps) {
  const { filters } = view;
  const active = activeFilters(filters);
  const list = useRef<HTMLUListElement>(null);
  useFocusKept(list, active.length, onNone);
  if (active.length === 0) return null;
  return (
    <ul ref={list} aria-label={t("taskQuery.chips")} className={className}>
      {active.map((filter) => {
        const text = chipText(filters, filter);
        return (
          <li key={`${filter.part} ${filter.key ?? ""}`} className="min-w-0 max-w-full">
            <FilterBadge
              title={text}
              openLabel={t("filterEditing.open", { filter: text })}
              onOpen={() => onOpen(filter)}
              removeLabel={t("filterEditing.remove", { filter: text })}
              onRemove={() => changeView({ filters: withoutFilter(filters, filter) })}
            >
              <span translate="no" dir="auto" className="max-w-90 truncate">
                {text}
              </span>
            </FilterBadge>
          </li>
        );
      })}
      {valuesAsked(filters) > 1 && (
        <li>
          <button
            type="button"
            className={`${textLinkClass} text-small max-md:h-11`}
            onClick={() => changeView({ filters: filters.text === undefined ? {} : { text: filters.text } })}
          >
            {t("taskQuery.removeAll")}
          </button>
        </li>
      )}
    </ul>
  );
}

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
