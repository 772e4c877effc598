import { textDirection } from "@postil/domain/text/text-direction";
import { t } from "i18next";
import { FlagOff } from "lucide-react";
import { useRef } from "react";
import "../../lib/i18n/en/drawers.ts";
import { usePrintedKeys } from "../../lib/commands/commands-provider.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { useFocusKept } from "../../ui/focus.ts";
import { KeyCap } from "../../ui/key-cap.tsx";
import { InlineError } from "../../ui/no-content.tsx";
import { Phrase } from "../../ui/phrase.tsx";
import { Skeleton, SkeletonBar } from "../../ui/skeleton.tsx";
import { RelativeTime } from "../../ui/time.tsx";
import { flagCommand, useFlags, useSetFlag } from "./flags.tsx";

type FlaggedDialogProps = { datasetId: string; onOpenRecord: (recordId: string) => void; onClose: () => void };

/** The list of flagged records. A click opens a record, and each flag can be removed. Lazily loaded. */
export default function FlaggedDialog({ datasetId, onOpenRecord, onClose }: FlaggedDialogProps) {
  const list = useRef<HTMLDivElement>(null);
  const count = useFlags(datasetId).flags?.length ?? 0;
  useFocusKept(list, count, () => list.current?.focus());
  return (
    <Dialog onClose={onClose} title={t("flaggedRecords.title")} width={640}>
      <div ref={list} tabIndex={-1} className="max-h-[calc(100vh-240px)] overflow-auto px-4 pb-4 outline-0">
        <FlaggedList
          datasetId={datasetId}
          onOpenRecord={(recordId) => {
            onClose();
            onOpenRecord(recordId);
          }}
        />
      </div>
    </Dialog>
  );
}

function FlaggedList({ datasetId, onOpenRecord }: Omit<FlaggedDialogProps, "onClose">) {
  const { flags, failed, retry } = useFlags(datasetId);
  const setFlag = useSetFlag(datasetId);
  if (flags === null) return failed ? <Failed onRetry={retry} /> : <Waiting />;
  if (flags.length === 0) return <Nothing />;
  return (
    <ul aria-label={t("flaggedRecords.list")}>
      {flags.map(({ recordId, preview, flaggedAt }) => {
        const text = preview === "" ? t("flaggedRecords.noText") : preview;
        return (
          <li key={recordId} className="flex items-start gap-1 border-line not-last:border-b py-1">
            <button
              type="button"
              onClick={() => onOpenRecord(recordId)}
              className="min-w-0 flex-1 rounded-control px-2 py-1.5 text-left hover:bg-hover max-md:py-3"
            >
              <span dir={textDirection(text)} className="line-clamp-2 wrap-anywhere">
                {text}
              </span>
            </button>
            <span className="flex-none px-2 py-1.5 text-small text-soft max-md:py-3">
              <RelativeTime at={flaggedAt} />
            </span>
            <IconButton
              icon={FlagOff}
              translate="no"
              label={t("flaggedRecords.remove", { record: text })}
              onClick={() => setFlag(recordId, false)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Explains how to flag a record. The text has no key on a phone or if the user removed the key. */
function Nothing() {
  const keys = usePrintedKeys(flagCommand({ flagged: false, run: () => undefined }));
  return (
    <p className="px-2 py-2 text-soft">
      {keys === undefined ? (
        t("flaggedRecords.noneWithoutKey")
      ) : (
        <Phrase of="flaggedRecords.none" parts={{ key: () => <KeyCap keys={keys} always /> }} />
      )}
    </p>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="px-2 py-2">
      <InlineError message={t("flaggedRecords.failed")} onRetry={onRetry} />
    </div>
  );
}

function Waiting() {
  return (
    <Skeleton label={t("common.loading")} className="px-2 py-3">
      <div className="grid gap-5">
        <SkeletonBar width="70%" />
        <SkeletonBar width="85%" />
        <SkeletonBar width="55%" />
      </div>
    </Skeleton>
  );
}
