import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import { ownOf } from "@postil/domain/objects";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import { pinnedNames } from "@postil/domain/records/pinned-metadata";
import { t } from "i18next";
import { Pin } from "lucide-react";
import { Fragment } from "react";
import { usePreference } from "../../lib/preferences/store.ts";
import { IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { useFilterByValue } from "./filter-by-value.tsx";
import { shownMetadata } from "./metadata-text.ts";
import type { Pinned } from "./pinned-metadata-choice.tsx";
import { titleOf } from "./title-of.ts";

const PinnedMetadataChoice = onDemand("menu", () =>
  import("./pinned-metadata-choice.tsx").then((m) => m.PinnedMetadataChoice),
);

type PinnedMetadataProps = { record: LabeledRecord; properties: readonly MetadataProperty[]; className?: string };

/**
 * Up to four metadata values in one line below the text. A click on a value filters by it (design/record.md#pinned-metadata).
 */
export function PinnedMetadata({ record, properties, className }: PinnedMetadataProps) {
  const pinned = usePinnedMetadata(record, properties);
  if (properties.length === 0) return null;
  const shown = properties.filter(({ name }) => pinned.names.includes(name) && has(record, name));
  return (
    <div className={cx("group/pinned mt-8 mr-6 ml-38 flex items-start gap-3 text-small max-md:mx-4", className)}>
      {shown.length > 0 && (
        <dl aria-label={t("words.metadata")} className="flex min-w-0 flex-wrap gap-x-6 gap-y-1">
          {shown.map((property) => (
            <div key={property.name} className="flex min-w-0 gap-1.5">
              <dt translate="no" className="max-w-[24ch] flex-none truncate text-soft max-md:py-0.5">
                {titleOf(property)}
              </dt>
              <Value property={property} value={record.metadata?.[property.name]} />
            </div>
          ))}
        </dl>
      )}
      <span className="-my-0.5 flex-none opacity-0 focus-within:opacity-100 group-hover/pinned:opacity-100 has-aria-expanded:opacity-100 max-md:hidden pointer-coarse:opacity-100">
        <PinnedMetadataChoice
          trigger={<IconButton icon={Pin} size="tiny" label={t("comfort.pinnedMetadata.choose")} />}
          properties={properties}
          pinned={pinned}
        />
      </span>
    </div>
  );
}

const CUT = "truncate";
/** A part of a number looks like another number. */
const WHOLE = "wrap-anywhere";
const roomOf = (value: unknown) => (typeof value === "number" || typeof value === "bigint" ? WHOLE : CUT);

/** The value: a text is cut, with the full value as its title. Each element of a list is a separate value. */
function Value({ property, value }: { property: MetadataProperty; value: unknown }) {
  const elements: readonly unknown[] = Array.isArray(value) ? value : [value];
  const room = roomOf(value);
  return (
    <dd
      translate="no"
      title={shownMetadata(value)}
      className={cx("min-w-0 tabular-nums", room, room === CUT && "max-w-[20ch]")}
    >
      {elements.map((element, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an element is what stands at its place
        <Fragment key={at}>
          {at > 0 && ", "}
          <ElementValue property={property} value={element} />
        </Fragment>
      ))}
    </dd>
  );
}

function ElementValue({ property, value }: { property: MetadataProperty; value: unknown }) {
  const filter = useFilterByValue()(property, value);
  const text = shownMetadata(value);
  if (filter === null) return text;
  const label = t("comfort.filter.by", { title: titleOf(property), value: text });
  return (
    <button
      translate="no"
      type="button"
      aria-label={label}
      title={label}
      onClick={filter}
      className={cx(
        "max-w-full rounded-key text-left align-bottom decoration-edge underline-offset-[3px] hover:underline max-md:min-h-6",
        roomOf(value),
      )}
    >
      {text}
    </button>
  );
}

/** The pinned metadata of a dataset. Until the user chooses, these are the first properties that this record has. */
export function usePinnedMetadata(record: LabeledRecord, properties: readonly MetadataProperty[]): Pinned {
  const [byDataset, setByDataset] = usePreference("pinnedMetadata");
  const chosen = byDataset[record.datasetId];
  const all = properties.map(({ name }) => name);
  const names = pinnedNames(chosen === undefined ? all.filter((name) => has(record, name)) : all, chosen);
  return { names, set: (next) => setByDataset({ ...byDataset, [record.datasetId]: next }) };
}

function has(record: LabeledRecord, name: string): boolean {
  const value = ownOf(record.metadata, name);
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}
