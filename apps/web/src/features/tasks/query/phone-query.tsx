import "../../../lib/i18n/en/task-parts.ts";
import { t } from "i18next";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { FullSheet } from "../../../ui/dialog.tsx";
import { FilterGroups } from "../../../workbench/search/filter-groups.tsx";
import { PhoneFiltersButton } from "../../../workbench/search/phone-filters-button.tsx";
import { GroupButtons, TaskSortButton } from "./filter-buttons.tsx";
import FilterChips from "./filter-chips.tsx";
import { activeFilters, type QueryBarProps, refusedQuery } from "./parts.ts";
import { QueryBox, useFilterPlaces, useQueryCommands, useQueryText } from "./query-box.tsx";
import { QueryFaultNote } from "./query-notes.tsx";

/** An icon in the header that opens the search and all filters as a sheet; a dot means that some are active. Lazily loaded. */
export default function PhoneQuery(props: QueryBarProps) {
  const [isOpen, setOpen] = useState(false);
  const { filters, sort } = props.page.view;
  const active = filters.text !== undefined || activeFilters(filters).length > 0 || sort.length > 0;
  const refused = refusedQuery(props.page.failure);
  const faultId = useId();
  const show = () => setOpen(true);
  useQueryCommands(props.page, show, show);
  return (
    <div className="px-4">
      <PhoneFiltersButton
        label={t(active ? "words.searchActive" : "words.search")}
        active={active}
        isOpen={isOpen}
        onOpen={show}
      />
      {refused !== null && !isOpen && <QueryFaultNote id={faultId} text={filters.text ?? ""} message={refused} />}
      {isOpen && <QuerySheet {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

function QuerySheet({ page, rules = [], views, end, onClose }: QueryBarProps & { onClose: () => void }) {
  const query = useQueryText(page);
  const refused = refusedQuery(page.failure);
  const places = useFilterPlaces(query);
  const faultId = useId();
  const done = () => {
    query.apply();
    onClose();
  };
  return (
    <FullSheet
      title={t("words.recordsToShow")}
      onClose={onClose}
      footer={
        <Button variant="primary" size="touch" className="flex-1" onClick={done}>
          {t("words.showRecords")}
        </Button>
      }
    >
      <div ref={places.bar}>
        <QueryBox ref={places.box} query={query} faultId={refused === null ? null : faultId} />
        {refused !== null && <QueryFaultNote id={faultId} text={page.view.filters.text ?? ""} message={refused} />}
        <FilterChips page={page} onOpen={places.open} className="mt-4 flex flex-wrap items-center gap-2" />
        <FilterGroups className="mt-4">
          <GroupButtons page={page} rules={rules} at={places.at} onQuery={places.propose} />
          <TaskSortButton page={page} />
          {views}
        </FilterGroups>
        {end !== undefined && <div className="mt-6 flex flex-wrap items-center gap-1">{end}</div>}
      </div>
    </FullSheet>
  );
}
