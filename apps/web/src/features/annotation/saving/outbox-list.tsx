import type { OutboxEntry } from "@postil/domain/outbox-entry";
import { useTranslation } from "react-i18next";
import type { OutboxView } from "../../../lib/outbox/use-outbox.ts";
import { Button } from "../../../ui/button.tsx";
import { recordName } from "./use-failure-toasts.ts";

type OutboxListProps = Omit<OutboxView, "saving"> & { onGoToRecord: (entry: OutboxEntry) => void };

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
          <li
            key={entry.recordId}
            className="flex flex-wrap items-center gap-x-2 border-t border-line py-1.5 pr-2 pl-4"
          >
            <Outcome entry={entry} />
            {entry.failure !== null && (
              <>
                <Button variant="quiet" size="compact" onClick={() => retry(entry.recordId)}>
                  {t("common.retry")}
                </Button>
                <Button variant="quiet" size="compact" onClick={() => discard(entry.recordId)}>
                  {t("saving.letGo")}
                </Button>
              </>
            )}
            <Button variant="quiet" size="compact" onClick={() => onGoToRecord(entry)}>
              {t("saving.goToRecord")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Outcome({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const { intent, failure } = entry;
  const wanted = intent.kind === "remove" ? t("saving.cleared") : t(`common.status.${intent.status}`);
  return (
    <p className="min-w-0 flex-1">
      <span className="first-letter:uppercase inline-block">{recordName(t, entry.position)}</span>
      <span className="text-soft"> · {wanted}</span>
      {failure !== null && (
        <span className="block text-small whitespace-pre-line text-danger [overflow-wrap:anywhere]">
          {failure.kind === "broken" ? t("saving.broken") : failure.detail}
        </span>
      )}
    </p>
  );
}
