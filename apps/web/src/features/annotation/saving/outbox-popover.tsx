import type { OutboxEntry } from "@postil/domain/outbox-entry";
import { useTranslation } from "react-i18next";
import { useOutbox } from "../../../lib/outbox/use-outbox.ts";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { OutboxList } from "./outbox-list.tsx";

export type OutboxPopoverProps = { onGoToRecord: (entry: OutboxEntry) => void };

/** The list of what is not saved, below the indicator. */
export function OutboxPopover({ onGoToRecord, onOpenChange, ...opening }: OutboxPopoverProps & OpensHere) {
  const { t } = useTranslation();
  const outbox = useOutbox();
  return (
    <Popover label={t("saving.list")} placement="bottom end" onOpenChange={onOpenChange} {...opening}>
      <OutboxList
        {...outbox}
        onGoToRecord={(entry) => {
          onOpenChange(false);
          onGoToRecord(entry);
        }}
      />
    </Popover>
  );
}
