import type { FeedbackRecord } from "@postil/domain/records/record";
import type { Command } from "../../../lib/commands/command.ts";
import { usePhone } from "../../../ui/use-phone.ts";
import type { DatasetParts } from "../page/dataset-parts.ts";
import { recordAsText } from "./field-kinds.ts";
import { RecordMenu } from "./record-menu.tsx";

import { useFieldsBesideCommand } from "./use-fields-beside.ts";

type FeedbackRecordMenuProps = {
  record: FeedbackRecord;
  parts: DatasetParts;
  /** "Clear all answers": on a phone it is in the menu */
  clear: Command;
  linkTo: (recordId: string) => string;
};

/** Further actions for the record on screen. */
export function FeedbackRecordMenu({ record, parts, clear, linkTo }: FeedbackRecordMenuProps) {
  const { fields, properties } = parts;
  const phone = usePhone();
  const beside = useFieldsBesideCommand(record.datasetId, fields.length);
  return (
    <RecordMenu
      record={record}
      text={() => recordAsText(fields, record)}
      properties={properties}
      commands={phone ? [clear] : beside}
      link={() => linkTo(record.id)}
    />
  );
}
