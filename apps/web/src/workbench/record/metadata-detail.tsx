import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { MOST_PINNED, togglePinned } from "@postil/domain/records/pinned-metadata";
import { t } from "i18next";
import { ListFilter, Pin } from "lucide-react";
import "../../lib/i18n/en/record-details.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useFilterByValue } from "./filter-by-value.tsx";
import { metadataText, shownMetadata } from "./metadata-text.ts";
import { titleOf } from "./title-of.ts";
import type { Pinned } from "./use-pinned-metadata.ts";

type MetadataDetailProps = {
  name: string;
  value: unknown;
  /** none for what the record carries beyond the dataset's properties */
  property: MetadataProperty | undefined;
  pinned: Pinned;
  onClose: () => void;
};

/** A metadata value to copy, to filter by, to pin; of a list each element is filtered by on its own. */
export function MetadataDetail({ name, value, property, pinned, onClose }: MetadataDetailProps) {
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
