import type { OutboxEntry } from "@postil/domain/outbox-entry";
import { useTranslation } from "react-i18next";
import type { OutboxView } from "../../../lib/outbox/use-outbox.ts";
import { Button } from "../../../ui/button.tsx";
import { recordName } from "./use-failure-toasts.ts";

type OutboxListProps = OutboxView & { onGoToRecord: (entry: OutboxEntry) => void };

/** Every answer that the server has not confirmed, what became of it, and what can be done. */
export function OutboxList({ entries, failed, retry, retryAll, discard, onGoToRecord }: OutboxListProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return <p className="px-4 py-3 text-soft">{t("saving.nothing")}</p>;
  return (
    <div className="w-96 max-w-[calc(100vw-2rem)]">
      <div className="flex min-h-11 items-center justify-between gap-4 pr-2 pl-4">
        <h2 className="font-strong">{t("saving.list")}</h2>
        {failed.length > 1 && (
          <Button variant="quiet" onClick={retryAll}>
            {t("saving.retryAll")}
          </Button>
        )}
      </div>
      <ul className="max-h-80 overflow-auto">
        {entries.map((entry) => (
          <li key={entry.recordId} className="border-t border-line py-2 pr-2 pl-4">
            <Wanted entry={entry} />
            <div className="-ml-2 flex flex-wrap gap-1">
              {entry.failure !== null && (
                <Button variant="quiet" size="compact" onClick={() => retry(entry.recordId)}>
                  {t("common.retry")}
                </Button>
              )}
              <Button variant="quiet" size="compact" onClick={() => onGoToRecord(entry)}>
                {t("saving.goToRecord")}
              </Button>
              {entry.failure !== null && (
                <Button variant="ghost" size="compact" className="ml-auto" onClick={() => discard(entry.recordId)}>
                  {t("saving.delete")}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the answer was to be, and why it is not. */
function Wanted({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const { intent, failure, position } = entry;
  const wanted = intent.kind === "remove" ? t("saving.cleared") : t(`common.status.${intent.status}`);
  return (
    <p>
      <span className="inline-block first-letter:uppercase">{recordName(t, position)}</span>
      <span className="text-soft">, {wanted}</span>
      {failure !== null && (
        <span className="block text-small whitespace-pre-line text-danger [overflow-wrap:anywhere]">
          {failure.kind === "broken" ? t("saving.broken") : failure.detail}
        </span>
      )}
    </p>
  );
}
