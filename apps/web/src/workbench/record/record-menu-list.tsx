import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { LabeledRecord } from "@postil/domain/records/labeled-record";
import type { Command } from "../../lib/commands/command.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { RecordList } from "./record-list.tsx";

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

const RecordDetails = lazyPart(() => import("./record-details.tsx"));
const RecordHistory = lazyPart(() => import("../history/record-history.tsx"));

/** What stands behind `RecordMenu`. */
export function RecordMenuList({ record, properties, ...rest }: RecordMenuProps & OpensHere) {
  return (
    <RecordList
      {...rest}
      details={(close) => <RecordDetails record={record} properties={properties} onClose={close} whenMissing={close} />}
      history={(close) => <RecordHistory recordId={record.id} onClose={close} whenMissing={close} />}
    />
  );
}
