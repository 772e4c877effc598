import type { RecordStatus } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { ChevronDown, ListFilter } from "lucide-react";
import { memo, useCallback, useId, useMemo, useRef } from "react";
import { usePreference } from "../../../lib/preferences/store.ts";
import { useLatest } from "../../../lib/use-latest.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon, StatusIcon } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { usePhone } from "../../../ui/media.ts";
import { InlineError } from "../../../ui/no-content.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { MatchSteps } from "../../../workbench/record/matches.tsx";
import { useFindOffer } from "../filters/use-find-offer.ts";
import { type CriteriaControls, resetFilters } from "../queue/criteria-controls.ts";
import { type BarParts, useBarCommands } from "./bar-commands.ts";
import { type BarProps, FilterRow, SortButton, ViewSwitch } from "./bar-parts.tsx";
import { SearchBox } from "./search-box.tsx";
import type { QueueChoice } from "./status-list.tsx";

const PhoneBar = lazyPart(() => import("./phone-bar.tsx"));

/**
 * The bar between header and record: chooses which records are shown, in which order (design/filters.md). On a phone it opens
 * from the header.
 */
export const Bar = memo(function Bar(props: BarProps) {
  const phone = usePhone();
  return phone ? <PhoneBar {...props} /> : <DeskBar {...props} />;
});

function DeskBar(props: BarProps) {
  const { datasetId, controls, noteRef, views, mode = "focus", onMode, modeKeys } = props;
  const { fields, filters } = useFindOffer(datasetId);
  const { criteria } = controls;
  const row = useFilterRow(datasetId, filters);
  const rowId = useId();
  const search = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const onStatus = useOnStatus(controls);
  const parts = useMemo(
    (): BarParts => ({
      search: () => search.current?.focus(),
      filters: row.toggle,
      sort: () => bar.current?.querySelector<HTMLElement>("[data-sort-button] button")?.click(),
    }),
    [row.toggle],
  );
  useBarCommands(controls, parts, row.exists);
  return (
    <div>
      <div
        ref={bar}
        role="toolbar"
        aria-label={t("annotation.bar.label")}
        className="flex min-h-(--bar) flex-wrap items-center gap-1 py-1 pr-6 pl-4"
      >
        <SearchBox ref={search} controls={controls} fields={fields} matches={<MatchSteps />} className="mr-1 ml-2" />
        <StatusMenu status={criteria.status} onStatus={onStatus} />
        {row.exists && <FiltersToggle row={row} rowId={rowId} active={criteria.filters.length > 0} />}
        <span data-sort-button className="contents">
          <SortButton datasetId={datasetId} controls={controls} />
        </span>
        {views}
        {(criteria.filters.length > 0 || criteria.sort.length > 0) && (
          <Button variant="ghost" onClick={() => resetFilters(controls)}>
            {t("filters.reset")}
          </Button>
        )}
        <span className="flex-1" />
        {controls.retry && <InlineError message={t("annotation.queue.failed")} onRetry={controls.retry} />}
        <div ref={noteRef} role="status" className="min-w-0 not-empty:mr-4" />
        {onMode !== undefined && (
          <ViewSwitch mode={mode} onMode={onMode} {...(modeKeys === undefined ? {} : { keys: modeKeys })} />
        )}
      </div>
      {row.exists && row.open && (
        <div className="min-h-10 px-6 pb-2">
          <FilterRow id={rowId} datasetId={datasetId} controls={controls} whenMissing={row.toggle} />
        </div>
      )}
    </div>
  );
}

function useOnStatus({ change }: CriteriaControls): (status: RecordStatus) => void {
  return useCallback((status) => change((criteria) => ({ ...criteria, status })), [change]);
}

/** Shows or hides the second row. A dot shows that filters are active, even when the row is hidden. */
function FiltersToggle({ row, rowId, active }: { row: FilterRowState; rowId: string; active: boolean }) {
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

type FilterRowState = ReturnType<typeof useFindOffer>["filters"] & {
  readonly open: boolean;
  readonly toggle: () => void;
};

/** State of the second row of the bar. It is remembered per dataset (design/device.md#preferences, design/filters.md). */
function useFilterRow(datasetId: string, filters: ReturnType<typeof useFindOffer>["filters"]): FilterRowState {
  const [panels, setPanels] = usePreference("panels");
  const name = `${datasetId}/filters`;
  const open = panels[name] === true;
  const toggle = useLatest(() => setPanels({ ...panels, [name]: !open }));
  return { ...filters, open, toggle };
}

const StatusList = onDemand("menu", () => import("./status-list.tsx").then((m) => m.StatusList));

/**
 * Chooses the queue to show. The counts are only in the menu, because the head already shows how many are left
 * (design/filters.md#status).
 */
export function StatusMenu(choice: QueueChoice) {
  const trigger = (
    <Button variant="quiet">
      <span className="text-soft">
        <StatusIcon status={choice.status} />
      </span>
      {t(`answerStatus.name.${choice.status}`)}
      <Icon of={ChevronDown} size={14} className="-ml-0.5 text-soft" />
    </Button>
  );
  return <StatusList trigger={trigger} {...choice} />;
}
