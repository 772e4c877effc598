import "../../../lib/i18n/en/tasks.ts";
import { t } from "i18next";
import { ChevronDown, ChevronUp, ListFilter } from "lucide-react";
import { useId, useRef, useState } from "react";
import { usePrintedKeys } from "../../../lib/commands/commands-provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Icon } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { usePhone } from "../../../ui/media.ts";
import { FilterGroups } from "../../../workbench/search/filter-groups.tsx";
import { GroupButtons, TaskSortButton } from "./filter-buttons.tsx";
import type { FilterChipsProps } from "./filter-chips.tsx";
import { activeFilters, type QueryBarProps, refusedQuery } from "./parts.ts";
import { QueryBox, useFilterPlaces, useQueryCommands, useQueryText } from "./query-box.tsx";
import { searchCommand } from "./search-command.ts";

const PhoneQuery = lazyPart(() => import("./phone-query.tsx"));
const FilterChips = lazyPart(() => import("./filter-chips.tsx"));
const QueryFaultNote = lazyPart(() => import("./query-notes.tsx").then((m) => m.QueryFaultNote));
const NONE: readonly never[] = [];

/** The search text, the filters and the order (TSE-24). On a phone it opens from the header. */
export function QueryBar(props: QueryBarProps) {
  return usePhone() ? <PhoneQuery {...props} /> : <DeskQuery {...props} />;
}

function DeskQuery({ page, rules = NONE, ofRule = false, views, end }: QueryBarProps) {
  const query = useQueryText(page);
  const refused = refusedQuery(page.failure);
  const places = useFilterPlaces(query);
  const { box, bar } = places;
  const [isUnfolded, setUnfolded] = useState(false);
  const [faultId, groupsId] = [useId(), useId()];
  useQueryCommands(page, places.toSearch, places.toSort);
  const count = activeFilters(page.view.filters).length;
  const groups = (
    <>
      <GroupButtons page={page} rules={rules} at={places.at} onQuery={places.propose} />
      <TaskSortButton page={page} />
      {views}
    </>
  );
  return (
    <div ref={bar}>
      <div
        role="toolbar"
        aria-label={t("taskQuery.bar")}
        className="flex min-h-(--bar) flex-wrap items-center gap-1 py-1 pr-6 pl-4"
      >
        <QueryBox
          ref={box}
          query={query}
          faultId={refused === null ? null : faultId}
          ofRule={ofRule}
          keys={usePrintedKeys(searchCommand(places.toSearch))}
          className={cx("mr-2 ml-2 flex min-w-0", ofRule ? "flex-1 basis-80" : "max-w-84 flex-[1_1_200px]")}
        />
        {/* All groups appear at once, because it is not known earlier which ones exist. */}
        {!ofRule && page.isCounted && groups}
        {(ofRule || end !== undefined) && (
          <div className={cx("ml-auto flex items-center gap-1", ofRule ? BESIDE_RULE : "flex-wrap")}>
            {ofRule && (
              <FoldButton count={count} groupsId={groupsId} isUnfolded={isUnfolded} onUnfolded={setUnfolded} />
            )}
            {end}
          </div>
        )}
      </div>
      {ofRule && isUnfolded && (
        <FilterGroups id={groupsId} className="pr-6 pb-2 pl-4">
          {groups}
        </FilterGroups>
      )}
      {refused !== null && <QueryFaultNote id={faultId} text={page.view.filters.text ?? ""} message={refused} />}
      <Chips
        page={page}
        onOpen={(filter) => {
          setUnfolded(true);
          places.open(filter);
        }}
        onNone={places.toSearch}
      />
    </div>
  );
}

/** As wide as the figures of the rule below, so that the search ends at the edge of the records sheet. */
const BESIDE_RULE = "flex-wrap justify-between *:flex-none min-[961px]:w-[314px]";

/** After the first filter the list stays, so that it can move the focus on when the last chip is removed. */
function Chips(props: FilterChipsProps) {
  const isThere = useRef(false);
  isThere.current ||= activeFilters(props.page.view.filters).length > 0;
  const className = "flex flex-wrap items-center gap-2 px-6 pb-2";
  return isThere.current && <FilterChips {...props} className={className} />;
}

type FoldButtonProps = {
  count: number;
  groupsId: string;
  isUnfolded: boolean;
  onUnfolded: (unfolded: boolean) => void;
};

/** Shows and hides the filters, with the number of active ones. */
function FoldButton({ count, groupsId, isUnfolded, onUnfolded }: FoldButtonProps) {
  return (
    <Button
      variant="quiet"
      icon={ListFilter}
      on={count > 0}
      aria-expanded={isUnfolded}
      aria-controls={isUnfolded ? groupsId : undefined}
      {...(count > 0 ? { "aria-label": t("taskQuery.filtersOn", { count }) } : {})}
      onClick={() => onUnfolded(!isUnfolded)}
    >
      {t("taskQuery.filters")}{" "}
      {count > 0 ? (
        <span className="tabular-nums">{count}</span>
      ) : (
        <Icon of={isUnfolded ? ChevronUp : ChevronDown} size={14} className="-ml-0.5 text-soft" />
      )}
    </Button>
  );
}
