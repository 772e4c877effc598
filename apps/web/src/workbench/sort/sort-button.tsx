import { ArrowUpDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/button.tsx";
import { announce } from "../../ui/live-region.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Tooltip } from "../../ui/tooltip.tsx";
import type { SortProps } from "./sort-props.ts";

const SortPopover = onDemand<SortProps>("dialog", () =>
  import("./sort-popover.tsx").then((module) => module.SortPopover),
);

/** The order of the records; it rests while they stand in the order of their likeness (FFI-26). */
export function SortButton({ controls, offer }: SortProps) {
  const { t } = useTranslation();
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
      {t("filters.sort.button")}
      {count > 0 && <span className="tabular-nums">{count}</span>}
    </Button>
  );
  return <SortPopover trigger={trigger} controls={controls} offer={offer} />;
}
