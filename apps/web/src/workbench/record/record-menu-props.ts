import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { Command } from "../../lib/commands/command.ts";

export type RecordMenuProps = {
  record: LabeledRecord;
  /** what it says, for another program to paste */
  text: () => string;
  properties: readonly MetadataProperty[];
  /** what else the page offers for it */
  commands?: readonly Command[];
  /** the address that opens this record, absolute */
  link: () => string;
};
