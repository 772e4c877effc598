import { t } from "i18next";
import { useSyncExternalStore } from "react";
import "../../lib/i18n/en/saving-list.ts";
import { useDraftService } from "../../lib/drafts/use-drafts.ts";
import { useOutbox } from "../../lib/outbox/use-outbox.ts";
import { notify } from "../../lib/toasts/store.ts";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { RecordOf } from "../../unsent/records-on-server.ts";
import { OutboxList } from "./outbox-list.tsx";

export type OutboxPopoverProps = {
  datasetId: string;
  onGoToRecord: (of: RecordOf) => void;
  /** text about other unsent work of the page; null when there is none */
  pending: string | null;
};

/** The list of unsaved work, below the indicator. */
export function OutboxPopover({
  datasetId,
  onGoToRecord,
  pending,
  onOpenChange,
  ...opening
}: OutboxPopoverProps & OpensHere) {
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
          notify({ message: t("savingList.deleted"), actions: [{ label: t("common.undo"), run: undo }] });
        }}
        onGoToRecord={(of) => {
          onOpenChange(false);
          onGoToRecord(of);
        }}
      />
    </Popover>
  );
}
