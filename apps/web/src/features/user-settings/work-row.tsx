import { cloneElement, type ReactElement, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { preview } from "../../lib/device-work/preview.ts";
import { canDelete, type WorkItem } from "../../lib/device-work/work-items.ts";
import { failureText } from "../../lib/outbox/failure-text.ts";
import { Button } from "../../ui/button.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { textLinkClass } from "../../ui/text-link.ts";

/** Gives the router's link to a record; it gets its class and content here. */
export type RecordLink = (
  item: Pick<WorkItem, "datasetId" | "recordId">,
) => ReactElement<{ className?: string; children?: ReactNode }>;

type WorkRowProps = {
  item: WorkItem;
  /** its name; null when the user cannot open it, any more or at all; undefined while the names are not known */
  dataset: string | null | undefined;
  recordLink: RecordLink;
  onRetry: () => void;
  onDelete: () => void;
};

/** The end of an id is what tells ids of one dataset apart: their beginning is the time. */
const ID_END = 8;

/** One record's work: where it belongs, what it says, what became of it, and what can be done. */
export function WorkRow({ item, dataset, recordLink, onRetry, onDelete }: WorkRowProps) {
  const { t } = useTranslation();
  const { recordId, at, entry } = item;
  const said = preview(item);
  return (
    <li className="border-line border-t py-2">
      <p className="flex items-baseline gap-2">
        <span className="truncate font-strong">
          <DatasetName item={item} dataset={dataset} />
        </span>
        <span title={recordId} className="whitespace-nowrap text-small text-soft">
          {t("settings.device.record", { id: recordId.slice(-ID_END) })}
        </span>
        <span className="ml-auto whitespace-nowrap text-small text-soft">
          <RelativeTime at={at * 1000} />
        </span>
      </p>
      {said !== "" && (
        <p dir="auto" className="truncate text-soft">
          {said}
        </p>
      )}
      <div className="flex min-h-7 flex-wrap items-center gap-x-3">
        <WorkState item={item} />
        <span className="ml-auto flex items-center gap-1">
          {entry?.failure != null && (
            <Button variant="quiet" size="compact" onClick={onRetry}>
              {t("common.retry")}
            </Button>
          )}
          {dataset !== null &&
            cloneElement(
              recordLink(item),
              { className: `${textLinkClass} px-2 leading-7 max-md:leading-[44px]` },
              t("saving.goToRecord"),
            )}
          {canDelete(item) && (
            <Button variant="ghost" size="compact" onClick={onDelete}>
              {t("settings.device.delete")}
            </Button>
          )}
        </span>
      </div>
    </li>
  );
}

function DatasetName({ item, dataset }: Pick<WorkRowProps, "item" | "dataset">) {
  const { t } = useTranslation();
  if (dataset === undefined) return t("settings.device.dataset", { id: item.datasetId.slice(-ID_END) });
  return dataset ?? t("settings.device.unknownDataset");
}

function WorkState({ item: { entry } }: { item: WorkItem }) {
  const { t } = useTranslation();
  if (entry === null) return <span className="text-small text-soft">{t("settings.device.typed")}</span>;
  const { failure, intent } = entry;
  if (failure !== null) {
    const reason = failureText(t, failure);
    return (
      <span className="text-danger text-small [overflow-wrap:anywhere]">
        {t("settings.device.notSaved", { reason })}
      </span>
    );
  }
  const status = intent.kind === "remove" ? t("settings.device.removal") : t(`common.status.${intent.status}`);
  return (
    <span className="text-edited text-small first-letter:uppercase">{t("settings.device.waiting", { status })}</span>
  );
}
