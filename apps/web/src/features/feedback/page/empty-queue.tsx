import { RECORD_STATUSES, type RecordStatus } from "@postil/domain/records/response";
import { t } from "i18next";
import { StatusPill } from "../../../ui/status-pill.tsx";
import { textLinkClass } from "../../../ui/text-link.ts";
import { SheetMessage, SheetMessageText } from "../../../workbench/frame/sheet-message.tsx";
import { useFigures } from "../queue/figures.ts";

type EmptyQueueProps = {
  status: RecordStatus;
  onStatus: (status: RecordStatus) => void;
};

/** An empty queue: explains it, and links to queues with records (design/states.md). */
export function EmptyQueue({ status, onStatus }: EmptyQueueProps) {
  const progress = useFigures();
  const others = RECORD_STATUSES.filter((other) => other !== status && (progress?.[other] ?? 0) > 0);
  return (
    <SheetMessage title={t(`annotation.queue.empty.${status}`)}>
      <SheetMessageText>{t(`annotation.queue.emptyText.${status}`)}</SheetMessageText>
      <ul aria-label={t("annotation.queue.others")}>
        {others.map((other) => (
          <li key={other} className="flex h-11 max-w-80 items-center justify-between shadow-[0_1px_0_var(--line)]">
            <StatusPill status={other} />
            <button type="button" onClick={() => onStatus(other)} className={textLinkClass}>
              {t("annotation.queue.count", { count: progress?.[other] ?? 0 })}
            </button>
          </li>
        ))}
      </ul>
    </SheetMessage>
  );
}
