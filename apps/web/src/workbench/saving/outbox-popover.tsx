import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useDraftService } from "../../lib/drafts/use-drafts.ts";
import { useOutbox } from "../../lib/outbox/use-outbox.ts";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { Popover } from "../../ui/popover.tsx";
import { OutboxList, type RecordOf } from "./outbox-list.tsx";

export type OutboxPopoverProps = { onGoToRecord: (of: RecordOf) => void };

/** The list of what is not saved, below the indicator. */
export function OutboxPopover({ onGoToRecord, onOpenChange, ...opening }: OutboxPopoverProps & OpensHere) {
  const { t } = useTranslation();
  const outbox = useOutbox();
  const drafts = useDraftService();
  const kept = useSyncExternalStore(drafts.onChange, drafts.list);
  return (
    <Popover label={t("saving.list")} placement="bottom end" onOpenChange={onOpenChange} {...opening}>
      <OutboxList
        {...outbox}
        kept={kept}
        elsewhere={drafts.keptElsewhere()}
        discard={(entry) => {
          outbox.discard(entry.recordId);
          drafts.drop(entry.recordId);
        }}
        onGoToRecord={(of) => {
          onOpenChange(false);
          onGoToRecord(of);
        }}
      />
    </Popover>
  );
}
