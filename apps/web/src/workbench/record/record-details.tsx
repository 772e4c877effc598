import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { absoluteTime, toMilliseconds } from "../../lib/i18n/times.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
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
  const { t } = useTranslation();
  const pinned = usePinnedMetadata(record, properties);
  const metadata = Object.entries(record.metadata ?? {});
  return (
    <Dialog isOpen onOpenChange={(open) => !open && onClose()} title={t("annotation.record.details")} width={560}>
      <div className="max-h-[calc(100vh-240px)] overflow-auto px-6 pb-6">
        <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-3 gap-y-1">
          <Detail name={t("annotation.details.id")} value={record.id} mono />
          {record.externalId !== null && (
            <Detail name={t("annotation.details.externalId")} value={record.externalId} mono />
          )}
          <DateDetail name={t("annotation.details.inserted")} at={record.insertedAt} />
          <DateDetail name={t("annotation.details.updated")} at={record.updatedAt} />
        </dl>
        <h3 className="mt-4 mb-1">{t("annotation.details.metadata")}</h3>
        {metadata.length === 0 && <p className="text-soft">{t("annotation.details.noMetadata")}</p>}
        <dl className="grid grid-cols-[120px_minmax(0,1fr)] gap-x-3 gap-y-1">
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
        </dl>
      </div>
    </Dialog>
  );
}

type DetailProps = { name: string; value: string; shown?: ReactNode; mono?: boolean };

function Detail({ name, value, shown = value, mono = false }: DetailProps) {
  return (
    <>
      <dt className="py-0.5 wrap-anywhere text-soft">{name}</dt>
      <dd className="group flex items-start gap-1">
        <span className={mono ? "py-0.5 font-mono text-small wrap-anywhere" : "py-0.5 wrap-anywhere tabular-nums"}>
          {shown}
        </span>
        <CopyButton text={value} what={name} />
      </dd>
    </>
  );
}

/** Shown in the reader's time, copied as ISO 8601. */
function DateDetail({ name, at }: { name: string; at: number }) {
  const ms = toMilliseconds(at);
  return <Detail name={name} value={new Date(ms).toISOString()} shown={absoluteTime(ms)} />;
}
