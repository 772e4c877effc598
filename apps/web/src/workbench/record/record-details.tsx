import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import { MOST_PINNED, togglePinned } from "@postil/domain/records/pinned-metadata";
import "../../lib/i18n/en/drawers.ts";
import { t } from "i18next";
import { ListFilter, Pin } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { DateDetail, Detail, DetailList } from "./detail.tsx";
import { useFilterByValue } from "./filter-by-value.tsx";
import { metadataText, shownMetadata } from "./metadata-text.ts";
import { usePinnedMetadata } from "./pinned-metadata.tsx";
import type { Pinned } from "./pinned-metadata-choice.tsx";
import { titleOf } from "./title-of.ts";

type RecordDetailsProps = {
  record: LabeledRecord;
  properties: readonly MetadataProperty[];
  onClose: () => void;
};

/**
 * All data of a record except its text, each value with a copy button (CON-08). A metadata value can be used as a filter, and
 * pinned below every record (design/record.md#pinned-metadata). Lazily loaded.
 */
export default function RecordDetails({ record, properties, onClose }: RecordDetailsProps) {
  const pinned = usePinnedMetadata(record, properties);
  const metadata = Object.entries(record.metadata ?? {});
  return (
    <Dialog onClose={onClose} title={t("recordDetails.title")} width={560}>
      <div className="max-h-[calc(100vh-240px)] overflow-auto px-6 pb-6">
        <DetailList>
          <Detail name={t("recordDetails.id")} value={record.id} mono />
          {record.externalId !== null && <Detail name={t("recordDetails.externalId")} value={record.externalId} mono />}
          <DateDetail name={t("recordDetails.inserted")} at={record.insertedAt} />
          <DateDetail name={t("recordDetails.updated")} at={record.updatedAt} />
        </DetailList>
        <h3 className="mt-4 mb-1">{t("words.metadata")}</h3>
        {metadata.length === 0 && <p className="text-soft">{t("recordDetails.noMetadata")}</p>}
        <DetailList>
          {metadata.map(([name, value]) => (
            <MetadataDetail
              key={name}
              name={name}
              value={value}
              property={properties.find((property) => property.name === name)}
              pinned={pinned}
              onClose={onClose}
            />
          ))}
        </DetailList>
      </div>
    </Dialog>
  );
}

type MetadataDetailProps = {
  name: string;
  value: unknown;
  /** undefined for metadata without a property in the dataset */
  property: MetadataProperty | undefined;
  pinned: Pinned;
  onClose: () => void;
};

/** A metadata value with buttons to copy, filter and pin. Each element of a list has its own filter button. */
function MetadataDetail({ name, value, property, pinned, onClose }: MetadataDetailProps) {
  const title = property === undefined ? name : titleOf(property);
  const elements: readonly unknown[] = Array.isArray(value) ? value : [value];
  return (
    <>
      <dt translate="no" className="py-0.5 wrap-anywhere text-soft">
        {title}
      </dt>
      <dd className="group flex items-start gap-1">
        <ul className="min-w-0">
          {elements.map((element, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an element is what stands at its place
            <li key={at} className="flex items-start gap-1">
              <span translate="no" className="min-w-0 py-0.5 wrap-anywhere tabular-nums">
                {shownMetadata(element)}
              </span>
              {property !== undefined && <FilterButton property={property} value={element} onClose={onClose} />}
            </li>
          ))}
        </ul>
        <CopyButton text={metadataText(value)} what={title} translate="no" />
        {property !== undefined && <PinButton property={property} pinned={pinned} />}
      </dd>
    </>
  );
}

type FilterButtonProps = { property: MetadataProperty; value: unknown; onClose: () => void };

function FilterButton({ property, value, onClose }: FilterButtonProps) {
  const filter = useFilterByValue()(property, value);
  if (filter === null) return null;
  return (
    <IconButton
      icon={ListFilter}
      translate="no"
      size="tiny"
      label={t("comfort.filter.by", { title: titleOf(property), value: shownMetadata(value) })}
      onClick={() => {
        onClose();
        filter();
      }}
    />
  );
}

function PinButton({ property, pinned }: { property: MetadataProperty; pinned: Pinned }) {
  const title = titleOf(property);
  const on = pinned.names.includes(property.name);
  const full = !on && pinned.names.length >= MOST_PINNED;
  return (
    <IconButton
      icon={Pin}
      translate={full ? undefined : "no"}
      size="tiny"
      label={full ? t("recordDetails.pinned.full") : t("recordDetails.pinned.pin", { title })}
      on={on}
      aria-disabled={full || undefined}
      onClick={() => pinned.set(togglePinned(pinned.names, property.name))}
    />
  );
}
