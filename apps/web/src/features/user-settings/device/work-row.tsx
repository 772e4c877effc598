import { t } from "i18next";
import { cloneElement, type ReactElement, type ReactNode } from "react";
import { preview } from "../../../lib/device-work/preview.ts";
import { statusWord } from "../../../lib/device-work/status-word.ts";
import { canDelete, type WorkItem } from "../../../lib/device-work/work-items.ts";
import { failureText } from "../../../lib/outbox/failure-text.ts";
import { Button, buttonClass } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { KindCell } from "./kind-cell.tsx";
import { shortId } from "./short-id.ts";

/** Gives the router's link to a record; it gets its look, name and content here. */
export type RecordLink = (
  item: Pick<WorkItem, "datasetId" | "recordId">,
) => ReactElement<{ className?: string; children?: ReactNode; "aria-label"?: string }>;

type WorkRowProps = {
  item: WorkItem;
  /** its name; null when the user cannot open it, any more or at all; undefined while the names are not known */
  dataset: string | null | undefined;
  isOnline: boolean;
  recordLink: RecordLink;
  onSend: () => void;
  onDelete: () => void;
};

/** One record's work: what kind it is, where it belongs, what it says, and what can be done with it (AUT-32). */
export function WorkRow(props: WorkRowProps) {
  const { item, dataset, isOnline } = props;
  const name = dataset === undefined ? t("settings.device.dataset", { id: shortId(item.datasetId) }) : dataset;
  const when = <When item={item} isOnline={isOnline} />;
  return (
    <tr className="align-top">
      <KindCell item={item} />
      <td className="font-strong [overflow-wrap:anywhere] max-md:hidden">
        {name ?? <span className="font-body text-soft">{t("settings.device.unknownDataset")}</span>}
      </td>
      <td className="w-2/5 max-w-0">
        <span className="block truncate font-strong md:hidden">{name ?? t("settings.device.unknownDataset")}</span>
        <What item={item} />
        <span className="block text-small text-soft md:hidden">{when}</span>
      </td>
      <td className="whitespace-nowrap text-soft max-md:hidden">{when}</td>
      <td className="text-right">
        <Actions {...props} />
      </td>
    </tr>
  );
}

function When({ item: { at, entry }, isOnline }: Pick<WorkRowProps, "item" | "isOnline">) {
  return (
    <>
      <RelativeTime at={at * 1000} />
      {entry !== null && entry.failure === null && !isOnline && t("settings.device.offline")}
    </>
  );
}

/** "Record 4f20, submitted", and below it the answers, or why they were not taken. */
function What({ item }: { item: WorkItem }) {
  const { recordId, entry } = item;
  const said = preview(item);
  const id = shortId(recordId);
  return (
    <>
      <span title={recordId} className="block truncate max-md:whitespace-normal">
        {entry === null
          ? t("settings.device.record", { id })
          : t("settings.device.done", { id, status: statusWord(t, entry).toLowerCase() })}
      </span>
      {said !== "" && (
        <span translate="no" dir="auto" className="block truncate text-small text-soft">
          {said}
        </span>
      )}
      {entry?.failure != null && (
        <span className="block text-danger text-small [overflow-wrap:anywhere]">{failureText(t, entry.failure)}</span>
      )}
    </>
  );
}

function Actions({ item, dataset, recordLink, onSend, onDelete }: WorkRowProps) {
  const id = shortId(item.recordId);
  const act = (action: "send" | "retry" | "open" | "delete") => ({
    "aria-label": t(`settings.device.named.${action}`, { id }),
    children: t(`settings.device.${action}`),
  });
  return (
    <span className="-my-1 inline-flex flex-wrap justify-end">
      {item.entry !== null && (
        <Button
          variant="quiet"
          size="compact"
          {...act(item.entry.failure === null ? "send" : "retry")}
          onClick={onSend}
        />
      )}
      {dataset !== null &&
        cloneElement(recordLink(item), { className: buttonClass("quiet", "compact"), ...act("open") })}
      {canDelete(item) && <Button variant="quiet" size="compact" {...act("delete")} onClick={onDelete} />}
    </span>
  );
}
