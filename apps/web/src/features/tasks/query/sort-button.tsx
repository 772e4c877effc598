import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { announce } from "../../../ui/live-region.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { TaskSortProps } from "./sort-popover.tsx";

const TaskSortPopover = onDemand<TaskSortProps>("dialog", () =>
  import("./sort-popover.tsx").then((module) => module.TaskSortPopover),
);

/** The order button, with the number of sort fields. It is inactive while records are ordered by similarity (TSE-26). */
export function TaskSortButton({ page }: TaskSortProps) {
  const count = page.view.sort.length;
  if (page.similarTo !== null) {
    const why = t("taskQuery.sort.resting");
    return (
      <Tooltip text={why}>
        <Button variant="quiet" inactive onClick={() => announce(why)}>
          {t("filters.sort.button")}
          <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
        </Button>
      </Tooltip>
    );
  }
  return (
    <span data-sort-button className="contents">
      <TaskSortPopover
        page={page}
        trigger={
          <Button
            variant="quiet"
            on={count > 0}
            {...(count > 0 ? { "aria-label": t("taskQuery.sort.on", { count }) } : {})}
          >
            {t("filters.sort.button")} {count > 0 && <span className="tabular-nums">{count}</span>}
            <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
          </Button>
        }
      />
    </span>
  );
}
