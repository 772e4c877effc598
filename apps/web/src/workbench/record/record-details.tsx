import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import { t } from "i18next";
import "../../lib/i18n/en/record-details.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DateDetail, Detail, DetailList } from "./detail.tsx";
import { MetadataDetail } from "./metadata-detail.tsx";
import { usePinnedMetadata } from "./use-pinned-metadata.ts";

type RecordDetailsProps = {
  record: LabeledRecord;
  properties: readonly MetadataProperty[];
  onClose: () => void;
};

/**
 * Everything a record carries beside its text, each value with its own copy control (CON-08); of metadata each can be
 * filtered by, and pinned under every record (design/record.md#pinned-metadata). Lazily loaded.
 */
export default function RecordDetails({ record, properties, onClose }: RecordDetailsProps) {
  const pinned = usePinnedMetadata(record, properties);
  const metadata = Object.entries(record.metadata ?? {});
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={t("annotation.record.details")} width={560}>
      <div className="max-h-[calc(100vh-240px)] overflow-auto px-6 pb-6">
        <DetailList>
          <Detail name={t("recordDetails.id")} value={record.id} mono />
          {record.externalId !== null && <Detail name={t("recordDetails.externalId")} value={record.externalId} mono />}
          <DateDetail name={t("recordDetails.inserted")} at={record.insertedAt} />
          <DateDetail name={t("recordDetails.updated")} at={record.updatedAt} />
        </DetailList>
        <h3 className="mt-4 mb-1">{t("recordDetails.metadata")}</h3>
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
