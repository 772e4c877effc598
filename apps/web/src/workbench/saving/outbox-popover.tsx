import "../../lib/i18n/en/drawers.ts";
import type { OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { t } from "i18next";
import { type ReactNode, useSyncExternalStore } from "react";
import type { LocalDraft } from "../../lib/drafts/draft.ts";
import { useDraftService } from "../../lib/drafts/use-drafts.ts";
import { failureText } from "../../lib/outbox/failures.ts";
import { type OutboxSummary, useOutbox } from "../../lib/outbox/use-outbox.ts";
import { notify } from "../../lib/toasts/store.ts";
import { Button } from "../../ui/button.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import { knownRecordQuery, preview, statusWord } from "../../unsent/families.ts";
import type { RecordOf } from "../../unsent/records-on-server.ts";
import { recordName } from "./tell-changed.ts";

type OutboxPopoverProps = {
  datasetId: string;
  onGoToRecord: (of: RecordOf) => void;
  /** text about other unsent work of the page; null when there is none */
  pending: string | null;
};

export function OutboxPopover(props: OutboxPopoverProps & OpensHere) {
  const { datasetId, onGoToRecord, pending, onOpenChange, ...opening } = props;
  const outbox = useOutbox();
  const drafts = useDraftService();
  const kept = useSyncExternalStore(drafts.onChange, drafts.list);
  return (
    <Popover label={t("savingList.list")} placement="bottom end" onOpenChange={onOpenChange} {...opening}>
      <OutboxList
        {...outbox}
        datasetId={datasetId}
        kept={kept}
        pending={pending}
        elsewhere={drafts.keptElsewhere()}
        discard={(entry) => {
          outbox.discard(entry.recordId);
          drafts.drop(entry.recordId);
        }}
        drop={(draft) => {
          drafts.drop(draft.recordId);
          const undo = () => drafts.change(draft.datasetId, draft.recordId, draft.answers);
          notify({ message: t("savingList.deleted"), actions: [{ label: t("words.undo"), run: undo }] });
        }}
        onGoToRecord={(of) => {
          onOpenChange(false);
          onGoToRecord(of);
        }}
      />
    </Popover>
  );
}

/** Maximum number of records whose names are loaded. */
const MOST_NAMED = 50;

type OutboxListProps = Omit<OutboxSummary, "discard"> & {
  /** The dataset on screen. Its drafts cannot be deleted here, but on their records. */
  datasetId: string;
  kept: readonly LocalDraft[];
  pending: string | null;
  /** Records whose stored draft comes from another tab, while this tab has its own. */
  elsewhere: ReadonlyMap<string, unknown>;
  /** Deletes an answer that was given up, and its draft. */
  discard: (of: RecordOf) => void;
  drop: (draft: LocalDraft) => void;
  onGoToRecord: (of: RecordOf) => void;
};

/** All unconfirmed answers, with their state and actions, and then the drafts. */
function OutboxList(props: OutboxListProps) {
  const { entries, failed, putOff, retry, retryAll, discard } = props;
  const { kept, pending, elsewhere, datasetId, drop, onGoToRecord } = props;
  const typed = kept.filter(({ recordId }) => !entries.some((entry) => entry.recordId === recordId));
  if (entries.length + typed.length === 0)
    return <p className="px-4 py-3 text-soft">{pending ?? t("savingList.nothing")}</p>;
  return (
    <div className="w-96 max-w-[calc(100vw-2rem)]">
      <div className="flex min-h-11 items-center justify-between gap-4 pr-2 pl-4">
        <h2 className="font-strong">{t("savingList.list")}</h2>
        {failed.length > 1 && (
          <Button variant="quiet" onClick={retryAll}>
            {t("savingList.retryAll")}
          </Button>
        )}
      </div>
      <ul className="max-h-80 overflow-auto">
        {entries.map((entry, at) => (
          <li key={entry.recordId} className="border-t border-line py-2 pr-2 pl-4">
            <Wanted entry={entry} isNamed={at < MOST_NAMED} isPutOff={putOff.has(entry.recordId)} />
            <Buttons
              onRetry={entry.failure === null ? null : () => retry(entry.recordId)}
              onGo={() => onGoToRecord(entry)}
              onDelete={entry.failure === null ? null : () => discard(entry)}
            />
          </li>
        ))}
        {typed.map((draft, at) => (
          <li key={draft.recordId} className="border-t border-line py-2 pr-2 pl-4">
            <Typed draft={draft} elsewhere={elsewhere.has(draft.recordId)} isNamed={entries.length + at < MOST_NAMED} />
            <Buttons
              onGo={() => onGoToRecord(draft)}
              onDelete={draft.datasetId === datasetId ? null : () => drop(draft)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type Press = (() => void) | null;

function Buttons({ onRetry = null, onGo, onDelete }: { onRetry?: Press; onGo: () => void; onDelete: Press }) {
  return (
    <div className="-ml-2 flex flex-wrap gap-1">
      {onRetry !== null && (
        <Button variant="quiet" size="compact" onClick={onRetry}>
          {t("common.retry")}
        </Button>
      )}
      <Button variant="quiet" size="compact" onClick={onGo}>
        {t("saveFailure.goToRecord")}
      </Button>
      {onDelete !== null && (
        <Button variant="ghost" size="compact" className="ml-auto" onClick={onDelete}>
          {t("savingList.delete")}
        </Button>
      )}
    </div>
  );
}

/** The record's dataset and first words, if they are known. */
function useKnown({ of, isNamed }: { of: RecordOf; isNamed: boolean }) {
  const client = useQueryClient();
  return useQuery({ ...knownRecordQuery(client, of), enabled: isNamed }).data;
}

function Head({ known, name, children }: { known: ReturnType<typeof useKnown>; name: string; children: ReactNode }) {
  return (
    <>
      {known !== undefined && (
        <span className="block truncate text-small text-soft">
          <bdi translate="no">{known.dataset ?? t("savingList.gone")}</bdi>
        </span>
      )}
      {known?.beginning && (
        <bdi translate="no" className="block truncate font-strong" title={known.beginning}>
          {known.beginning}
        </bdi>
      )}
      <span className="inline-block first-letter:uppercase">{name}</span>
      <span className="text-soft">, {children}</span>
    </>
  );
}

function Typed({ draft, elsewhere, isNamed }: { draft: LocalDraft; elsewhere: boolean; isNamed: boolean }) {
  const known = useKnown({ of: draft, isNamed });
  return (
    <p>
      <Head known={known} name={recordName(null)}>
        {t(elsewhere ? "savingList.typedElsewhere" : "savingList.typed")}
      </Head>
      <span translate="no" dir="auto" className="block truncate text-small text-soft">
        {preview({ family: draft.family, entry: null, draft }, known)}
      </span>
    </p>
  );
}

function Wanted({ entry, isNamed, isPutOff }: { entry: OutboxEntry; isNamed: boolean; isPutOff: boolean }) {
  const known = useKnown({ of: entry, isNamed });
  const { failure, position } = entry;
  const said = preview({ family: entry.family, entry, draft: null }, known);
  return (
    <p>
      <Head known={known} name={recordName(position)}>
        {statusWord(entry)}
      </Head>
      {said !== "" && (
        <span translate="no" dir="auto" className="block truncate text-small text-soft">
          {said}
        </span>
      )}
      {isPutOff && <span className="block text-small text-edited">{t("savingList.putOff")}</span>}
      {failure !== null && (
        <span className="block text-small whitespace-pre-line text-danger [overflow-wrap:anywhere]">
          {failureText(failure)}
        </span>
      )}
    </p>
  );
}
