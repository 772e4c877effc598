import { plainChoices } from "@postil/domain/search/filter-offer";
import { t } from "i18next";
import { useMemo } from "react";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { TermList } from "../../../workbench/filters/condition-editors.tsx";
import { withValues } from "./parts.ts";
import type { PartEditorProps } from "./value-list.tsx";

type RuleListProps = Omit<PartEditorProps, "page"> & { rules: readonly string[] };

/** Hides the records that these rules find, each told by its query (TSE-21). */
export function RuleList({ rules, filters, onFilters }: RuleListProps) {
  const chosen = filters.uncovered_by_rules ?? [];
  const choices = useMemo(() => plainChoices(rules.map((rule) => ({ value: rule, text: rule }))), [rules]);
  const all = rules.length > 0 && rules.every((rule) => chosen.includes(rule));
  const set = (values: readonly string[]) => onFilters(withValues(filters, "uncovered_by_rules", values));
  return (
    <div className="p-2">
      {rules.length > 1 && (
        <div className="mb-1 border-line border-b pb-1">
          <Checkbox
            label={t("taskFilters.rulesAll")}
            checked={all}
            onChange={(on) => set(on ? rules : [])}
            className="h-8 rounded-control px-2 hover:bg-hover max-md:h-11"
          />
        </div>
      )}
      <TermList title={t("taskFilters.list.uncovered_by_rules")} choices={choices} chosen={chosen} onChoose={set} />
    </div>
  );
}
