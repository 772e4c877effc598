import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { Command } from "../../../lib/commands/command.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { RecordList } from "../../../workbench/record/record-list.tsx";

export type RecordMenuProps = {
  record: LabeledRecord;
  /** the record's text, for the clipboard */
  text: () => string;
  properties: readonly MetadataProperty[];
  /** further commands of the page for the record */
  commands?: readonly Command[];
  /** the absolute address that opens this record */
  link: () => string;
};

const RecordDetails = lazyPart(() => import("../../../workbench/record/record-details.tsx"));
const RecordHistory = lazyPart(() => import("./record-history.tsx"));

/** The content of `RecordMenu`. */
export function RecordMenuList({ record, properties, ...rest }: RecordMenuProps & OpensHere) {
  return (
    <RecordList
      {...rest}
      details={(close) => <RecordDetails record={record} properties={properties} onClose={close} whenMissing={close} />}
      history={(close) => <RecordHistory recordId={record.id} onClose={close} whenMissing={close} />}
    />
  );
}
