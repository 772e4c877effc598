import { isOfMany, type OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { t } from "i18next";
import { Check, CloudOff, CloudUpload, PencilLine } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import type { LocalDraft } from "../../lib/drafts/draft.ts";
import { useDraftService } from "../../lib/drafts/use-drafts.ts";
import { useOutbox } from "../../lib/outbox/use-outbox.ts";
import { useUnsaved } from "../../lib/unsaved.ts";
import { cx } from "../../ui/cx.ts";
import { Icon, type IconType } from "../../ui/icon.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { RecordOf } from "../../unsent/records-on-server.ts";
import { bulkSaving } from "./bulk-saving.ts";

/** A save faster than this shows no text, ms: text that flashes with every record would distract. */
const QUICK = 250;

const OutboxPopover = onDemand("dialog", () => import("./outbox-popover.tsx").then((m) => m.OutboxPopover), {
  ahead: true,
});

type SavingIndicatorProps = {
  datasetId: string;
  onGoToRecord: (of: RecordOf) => void;
  /** Text about unsent work of the page itself. Null when there is none. */
  pending?: string | null;
};

/**
 * "All changes saved", "Saving 2…", "2 waiting" for the server, "3 not saved. Retry", or "1 saved on this device only" for
 * drafts. Opens the list of unsaved work (design/shell.md#header).
 */
export function SavingIndicator({ datasetId, onGoToRecord, pending: own }: SavingIndicatorProps) {
  const ofBulk = useSyncExternalStore(bulkSaving.onChange, () => bulkSaving.kept(datasetId));
  const pending = own ?? ofBulk;
  const { text, shape, heard, warns } = useSaid(datasetId, pending);
  return (
    <>
      <span role="status" className="sr-only">
        {heard && text}
      </span>
      <OutboxPopover
        datasetId={datasetId}
        onGoToRecord={onGoToRecord}
        pending={pending}
        trigger={
          <button
            type="button"
            aria-label={text}
            className={cx(
              "inline-flex h-control flex-none items-center gap-1.5 rounded-control px-2 text-small whitespace-nowrap tabular-nums hover:bg-hover max-md:px-1",
              warns ? "text-edited" : "text-soft",
            )}
          >
            <Icon of={shape} size={14} />
            <span className="max-md:sr-only">{text}</span>
          </button>
        }
      />
    </>
  );
}

type Said = { readonly text: string; readonly shape: IconType; readonly heard: boolean; readonly warns: boolean };

/**
 * Answers being sent come before drafts. Drafts are not announced to screen readers, because that would happen with every
 * record.
 */
function useSaid(datasetId: string, pending: string | null): Said {
  const { saving: one, failed, online, entries, putOff } = useOutbox();
  const left = useSyncExternalStore(bulkSaving.onChange, bulkSaving.left);
  const saving = one + left;
  const many = openOfMany(entries, { left, of: bulkSaving.total() });
  const { kept, others, earlier, elsewhere } = useKept(datasetId, failed);
  // These drafts are lost with this tab.
  useUnsaved("typed-here", elsewhere > 0);
  const slow = useLasting(saving > 0, QUICK);
  const stays = useLasting(kept > 0 && !earlier, QUICK) || earlier;
  const heard = true;
  if (failed.length > 0)
    return { text: t("saving.notSaved", { count: failed.length }), shape: CloudOff, heard, warns: true };
  if (saving > 0 && !online)
    return { text: t("saving.waiting", { count: saving }), shape: CloudOff, heard, warns: true };
  // The server answers, but it cannot save in some datasets now.
  if (putOff.size > 0)
    return { text: t("saving.waiting", { count: putOff.size }), shape: CloudOff, heard, warns: true };
  // Shown at once, because the user may leave the page at this moment.
  if (many.left > 0)
    return { text: t("saving.many", { count: many.left, of: many.of }), shape: CloudUpload, heard, warns: false };
  if (slow) return { text: t("saving.pending", { count: saving }), shape: CloudUpload, heard, warns: false };
  if (elsewhere > 0)
    return { text: t("saving.keptElsewhere", { count: elsewhere }), shape: PencilLine, heard, warns: true };
  if (pending !== null) return { text: pending, shape: PencilLine, heard, warns: true };
  if (stays) return { text: keptText(kept, others), shape: PencilLine, heard: false, warns: false };
  return { text: t("saving.saved"), shape: Check, heard, warns: false };
}

/** Progress of actions on many records: the unsent answers and the total (FBU-14). */
function openOfMany(entries: readonly OutboxEntry[], underway: { readonly left: number; readonly of: number }) {
  const open = entries.filter((entry) => isOfMany(entry) && entry.failure === null);
  const sizes = new Map(open.map(({ action }) => [action?.id, action?.size ?? 0]));
  const of = [...sizes.values()].reduce((sum, size) => sum + size, underway.left > 0 ? underway.of : 0);
  return { left: open.length + underway.left, of };
}

/** `kept`: number of records with drafts. `others`: how many of them are in other datasets. */
function keptText(kept: number, others: number): string {
  if (others === 0) return t("saving.kept", { count: kept });
  if (others === kept) return t("saving.keptInOthers", { count: kept });
  return t("saving.keptHereToo", { count: kept - others, others });
}

/** Counts the records with drafts. Drafts of given-up saves are left out, because those count as failed. */
function useKept(datasetId: string, failed: readonly OutboxEntry[]) {
  const drafts = useDraftService();
  const elsewhere = useSyncExternalStore(drafts.onChange, () => drafts.keptElsewhere().size);
  const all = useSyncExternalStore(drafts.onChange, drafts.size);
  const listed = useSyncExternalStore(drafts.onChange, drafts.list);
  const givenUp = failed.filter(({ recordId }) => drafts.get(recordId) !== undefined);
  const kept = all - givenUp.length;
  const isOther = (of: Pick<LocalDraft, "datasetId">) => of.datasetId !== datasetId;
  const others = Math.min(kept, listed.filter(isOther).length - givenUp.filter(isOther).length);
  // Drafts of an earlier visit show at once, without a flash.
  return { kept, others, earlier: kept > 0 && drafts.hasEarlier(), elsewhere };
}

/** True if `now` has been true for `ms`. */
function useLasting(now: boolean, ms: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLasting(true), ms);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [now, ms]);
  return now && lasting;
}
