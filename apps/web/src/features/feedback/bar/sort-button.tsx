import { t } from "i18next";
import { ArrowUpDown } from "lucide-react";
import type { ComponentType } from "react";
import { Button } from "../../../ui/button.tsx";
import { announce } from "../../../ui/live-region.tsx";
import type { Trigger } from "../../../ui/on-demand.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { CriteriaControls } from "../queue/criteria-controls.ts";

type SortButtonProps = {
  datasetId: string;
  controls: CriteriaControls;
  /** the popover of the family, with its sort fields */
  Popover: ComponentType<{ datasetId: string; controls: CriteriaControls; trigger: Trigger }>;
};

/** The sort order of the records. It is disabled during a similarity search, which has its own order (FFI-26). */
export function SortButton({ datasetId, controls, Popover }: SortButtonProps) {
  const { sort, similarity } = controls.criteria;
  if (similarity !== null) {
    const why = t("filters.sort.resting");
    return (
      <Tooltip text={why}>
        <Button variant="quiet" icon={ArrowUpDown} inactive onClick={() => announce(why)}>
          {t("filters.sort.button")}
        </Button>
      </Tooltip>
    );
  }
  const count = sort.length;
  const trigger = (
    <Button
      variant="quiet"
      icon={ArrowUpDown}
      on={count > 0}
      {...(count > 0 ? { "aria-label": t("filters.sort.count", { count }) } : {})}
    >
      {t("filters.sort.button")} {count > 0 && <span className="tabular-nums">{count}</span>}
    </Button>
  );
  return <Popover trigger={trigger} datasetId={datasetId} controls={controls} />;
}
