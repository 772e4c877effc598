import { readTaskFilters } from "@postil/domain/tasks/task-filters";
import { t } from "i18next";
import { SegmentedControl } from "../../../ui/segmented-control.tsx";
import type { PartEditorProps } from "./value-list.tsx";

/** Whether prediction and annotation are the same (TSE-12: one value or none). */
export function PredictionChoice({ filters, onFilters }: Omit<PartEditorProps, "page">) {
  return (
    <div className="px-4 py-3">
      <SegmentedControl
        label={t("taskFilters.prediction.label")}
        options={(["any", "ok", "ko"] as const).map((value) => ({
          value,
          label: t(`taskFilters.prediction.${value}`),
        }))}
        value={filters.predicted ?? "any"}
        onChange={(predicted) => onFilters(readTaskFilters({ ...filters, predicted }))}
      />
    </div>
  );
}
