import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { onDemand, type Trigger } from "../../../ui/on-demand.tsx";
import { announce } from "../../../ui/screen-reader.tsx";
import { Tooltip } from "../../../ui/tooltip.tsx";
import type { GroupPopoverProps } from "./group-popover.tsx";
import {
  type ActiveFilter,
  activeFilters,
  GROUP_IDS,
  type GroupId,
  type PartId,
  partsOf,
  partsWithValues,
  type QueryPage,
} from "./parts.ts";
import type { TaskSortProps } from "./sort-popover.tsx";

const GroupPopover = onDemand("dialog", () => import("./group-popover.tsx").then((m) => m.GroupPopover));

type GroupButtonsProps = Pick<GroupPopoverProps, "page" | "rules" | "onQuery"> & {
  /** the filter that its group shows when it opens next */
  at: (ActiveFilter & { readonly group: GroupId }) | null;
};

/** The filter groups that the records have values for, each with its number of active filters. */
export function GroupButtons({ page, rules, at, onQuery }: GroupButtonsProps) {
  const active = activeFilters(page.view.filters);
  return useOfferedParts(page, rules).map(({ group, parts }) => {
    const count = active.filter((filter) => filter.group === group).length;
    const name = t(`taskQuery.group.${group}`);
    return (
      <span key={group} data-group={group} className="contents">
        <GroupPopover
          group={group}
          page={page}
          parts={parts}
          rules={rules}
          at={at?.group === group ? at : null}
          onQuery={onQuery}
          trigger={filterButton(name, count, t("taskQuery.groupOn", { group: name, count }))}
        />
      </span>
    );
  });
}

/** A button that opens a popover, with the number of its active filters. */
const filterButton = (name: string, count: number, said: string): Trigger => (
  <Button variant="quiet" on={count > 0} {...(count > 0 ? { "aria-label": said } : {})}>
    {name} {count > 0 && <span className="tabular-nums">{count}</span>}
    <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
  </Button>
);

/**
 * The parts that records have values for. A part stays on offer once it was seen; otherwise a search with few results would
 * remove the way back.
 */
function useOfferedParts({ view, aggregations }: QueryPage, rules: readonly string[]) {
  const [seen, setSeen] = useState<ReadonlySet<PartId>>(new Set());
  const found = aggregations === null ? [] : partsWithValues(aggregations);
  if (found.some((part) => !seen.has(part))) setSeen(new Set([...seen, ...found]));
  const active = activeFilters(view.filters).map(({ part }) => part);
  const offered = new Set<PartId>([...seen, ...active, ...(rules.length > 0 ? (["uncovered_by_rules"] as const) : [])]);
  const parts = (group: GroupId) => partsOf(group).filter((part) => offered.has(part));
  return GROUP_IDS.map((group) => ({ group, parts: parts(group) })).filter(({ parts }) => parts.length > 0);
}

const TaskSortPopover = onDemand("dialog", () => import("./sort-popover.tsx").then((m) => m.TaskSortPopover));

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
        trigger={filterButton(t("filters.sort.button"), count, t("words.sort", { count }))}
      />
    </span>
  );
}
