import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { Command } from "../../lib/commands/command.ts";

export type RecordMenuProps = {
  record: FeedbackRecord;
  fields: readonly Field[];
  properties: readonly MetadataProperty[];
  /** what else the page offers for it */
  commands?: readonly Command[];
  /** the address that opens this record, absolute */
  link: () => string;
};
