import { t } from "i18next";
import { ChevronDown } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import type { GroupPopoverProps } from "./group-popover.tsx";
import { type ActiveFilter, activeFilters, type GroupId } from "./parts.ts";
import { useOfferedParts } from "./use-offered-parts.ts";

const GroupPopover = onDemand<GroupPopoverProps>("dialog", () =>
  import("./group-popover.tsx").then((module) => module.GroupPopover),
);

type GroupButtonsProps = Pick<GroupPopoverProps, "page" | "rules" | "onQuery"> & {
  /** which filter its group shows when it is opened next */
  at: (ActiveFilter & { readonly group: GroupId }) | null;
};

/** The groups of filters that the records have values for; each says how many are on. */
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
          trigger={
            <Button
              variant="quiet"
              on={count > 0}
              {...(count > 0 ? { "aria-label": t("taskQuery.groupOn", { group: name, count }) } : {})}
            >
              {name} {count > 0 && <span className="tabular-nums">{count}</span>}
              <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
            </Button>
          }
        />
      </span>
    );
  });
}
