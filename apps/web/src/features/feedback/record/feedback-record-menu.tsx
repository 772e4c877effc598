import type { FeedbackRecord } from "@postil/domain/records/record";
import type { Command } from "../../../lib/commands/command.ts";
import { usePhone } from "../../../ui/use-phone.ts";
import { RecordMenu } from "../../../workbench/record/record-menu.tsx";
import type { DatasetParts } from "../page/dataset-parts.ts";
import { recordAsText } from "./shown-fields.ts";
import { useFieldsBesideCommand } from "./use-fields-beside.ts";

type FeedbackRecordMenuProps = {
  record: FeedbackRecord;
  parts: DatasetParts;
  /** "Clear all answers": on a phone the menu is its place */
  clear: Command;
  linkTo: (recordId: string) => string;
};

/** What else can be done with the record on screen. */
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
