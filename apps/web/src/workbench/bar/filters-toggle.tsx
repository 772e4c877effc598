import { t } from "i18next";
import { ListFilter } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import type { FilterRowState } from "./use-filter-row.ts";

type FiltersToggleProps = { row: FilterRowState; rowId: string; active: boolean };

/** Shows or hides the second row; a dot says that filters are on, shown or not. */
export function FiltersToggle({ row, rowId, active }: FiltersToggleProps) {
  return (
    <Button
      variant="quiet"
      icon={ListFilter}
      on={active}
      disabled={row.loading}
      aria-expanded={row.open}
      aria-controls={row.open ? rowId : undefined}
      {...(active ? { "aria-label": t("filters.toggleActive") } : {})}
      onClick={row.toggle}
    >
      {t("filters.toggle")}
      {active && <span aria-hidden="true" className="size-1.5 rounded-full bg-accent" />}
    </Button>
  );
}
