import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { useTranslation } from "react-i18next";
import { preview } from "../../lib/device-work/preview.ts";
import type { LocalDraft } from "../../lib/drafts/draft.ts";
import { failureText } from "../../lib/outbox/failure-text.ts";
import type { OutboxSummary } from "../../lib/outbox/use-outbox.ts";
import { Button } from "../../ui/button.tsx";
import { recordName } from "./use-failure-toasts.ts";

export type RecordOf = Pick<OutboxEntry, "datasetId" | "recordId">;

type OutboxListProps = Omit<OutboxSummary, "discard"> & {
  kept: readonly LocalDraft[];
  /** Records of which another tab's words are kept, not those typed here too. */
  elsewhere: ReadonlyMap<string, unknown>;
  /** Of an answer that was given up, and of what was typed for it. */
  discard: (of: RecordOf) => void;
  onGoToRecord: (of: RecordOf) => void;
};

/** Every answer that the server has not confirmed, what became of it, and what can be done; then what was typed and not sent. */
export function OutboxList(props: OutboxListProps) {
  const { entries, failed, retry, retryAll, discard, kept, elsewhere, onGoToRecord } = props;
  const { t } = useTranslation();
  const typed = kept.filter(({ recordId }) => !entries.some((entry) => entry.recordId === recordId));
  if (entries.length + typed.length === 0) return <p className="px-4 py-3 text-soft">{t("saving.nothing")}</p>;
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
                <Button variant="ghost" size="compact" className="ml-auto" onClick={() => discard(entry)}>
                  {t("saving.delete")}
                </Button>
              )}
            </div>
          </li>
        ))}
        {typed.map((draft) => (
          <li key={draft.recordId} className="border-t border-line py-2 pr-2 pl-4">
            <Typed draft={draft} elsewhere={elsewhere.has(draft.recordId)} />
            <Button variant="quiet" size="compact" className="-ml-2" onClick={() => onGoToRecord(draft)}>
              {t("saving.goToRecord")}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Typed({ draft, elsewhere }: { draft: LocalDraft; elsewhere: boolean }) {
  const { t } = useTranslation();
  return (
    <p>
      <span className="inline-block first-letter:uppercase">{recordName(t, null)}</span>
      <span className="text-soft">, {t(elsewhere ? "saving.typedElsewhere" : "saving.typed")}</span>
      <span dir="auto" className="block truncate text-small text-soft">
        {preview({ entry: null, draft })}
      </span>
    </p>
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
          {failureText(t, failure)}
        </span>
      )}
    </p>
  );
}
