import { RECORD_STATUSES } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import "../../../lib/i18n/en/search.ts";
import "../../../lib/i18n/en/filter-editing.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { Button } from "../../../ui/button.tsx";
import { FullSheet } from "../../../ui/dialog.tsx";
import { Icon, StatusIcon } from "../../../ui/icon.tsx";
import { useFindOffer } from "../filters/use-find-offer.ts";
import { type CriteriaControls, resetFilters } from "../queue/criteria-controls.ts";
import { useFigures } from "../queue/progress.tsx";
import { type BarProps, FilterRow, SortButton, ViewSwitch } from "./bar-parts.tsx";
import { SearchBox } from "./search-box.tsx";

/**
 * Search, status, filters, order and views on a phone, as a full-screen sheet (design/shell.md#layout). Changes apply at once.
 */
export default function FilterSheet(props: BarProps & { onClose: () => void }) {
  const { datasetId, controls, views, mode = "focus", onMode, onClose } = props;
  const { fields } = useFindOffer(datasetId);
  const { filters, sort } = controls.criteria;
  const resettable = filters.length > 0 || sort.length > 0;
  return (
    <FullSheet
      title={t("words.recordsToShow")}
      onClose={onClose}
      footer={
        <>
          {resettable && (
            <Button variant="ghost" size="touch" onClick={() => resetFilters(controls)}>
              {t("filters.reset")}
            </Button>
          )}
          <Button variant="primary" size="touch" className="flex-1" onClick={onClose}>
            {t("words.showRecords")}
          </Button>
        </>
      }
    >
      <SearchBox controls={controls} fields={fields} open className="w-full" />
      <Part title={t("filterSheet.status")}>
        <Statuses controls={controls} />
      </Part>
      <Part title={t("filterEditing.row")}>
        <FilterRow datasetId={datasetId} controls={controls} className="flex-col" whenMissing={onClose} />
      </Part>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        <SortButton datasetId={datasetId} controls={controls} />
        {views}
        {onMode !== undefined && <ViewSwitch mode={mode} onMode={onMode} />}
      </div>
    </FullSheet>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h3 className="mb-2 font-strong">{title}</h3>
      {children}
    </section>
  );
}

/** The four queues with the user's counts. */
function Statuses({ controls: { criteria, change } }: { controls: CriteriaControls }) {
  const progress = useFigures();
  return (
    <fieldset aria-label={t("words.recordsToShow")}>
      {RECORD_STATUSES.map((status) => (
        <label
          key={status}
          className="flex h-11 cursor-pointer items-center gap-2 rounded-control px-2 has-checked:bg-accent-fill has-focus-visible:outline-(length:--focus-width) has-focus-visible:outline-accent has-checked:fill-ring"
        >
          <input
            type="radio"
            name="status"
            className="sr-only"
            checked={criteria.status === status}
            onChange={() => change((before) => ({ ...before, status }))}
          />
          <span className="text-soft">
            <StatusIcon status={status} />
          </span>
          <span className="flex-1">{t(`answerStatus.name.${status}`)}</span>
          <span className="text-soft tabular-nums">{progress?.[status].toLocaleString(LOCALE)}</span>
          <Icon of={Check} className={criteria.status === status ? "text-accent" : "invisible"} />
        </label>
      ))}
    </fieldset>
  );
}
