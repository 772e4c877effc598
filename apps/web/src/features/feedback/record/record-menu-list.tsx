import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { FeedbackRecord } from "@postil/domain/records/record";
import type { Command } from "../../../lib/commands/command.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { RecordList } from "../../../workbench/record/record-list.tsx";
import { titleOf } from "../../../workbench/record/title-of.ts";
import { shownFields } from "./field-kinds.ts";

export type RecordMenuProps = {
  record: FeedbackRecord;
  fields: readonly Field[];
  properties: readonly MetadataProperty[];
  /** further commands of the page for the record */
  commands?: readonly Command[];
  /** the absolute address that opens this record */
  link: () => string;
};

const RecordDetails = lazyPart(() => import("../../../workbench/record/record-details.tsx"));
const RecordHistory = lazyPart(() => import("./record-history.tsx"));

export function RecordMenuList({ record, fields, properties, ...rest }: RecordMenuProps & OpensHere) {
  return (
    <RecordList
      {...rest}
      text={() => recordAsText(fields, record)}
      details={(close) => <RecordDetails record={record} properties={properties} onClose={close} whenMissing={close} />}
      history={(close) => <RecordHistory recordId={record.id} onClose={close} whenMissing={close} />}
    />
  );
}

/** Titles and texts as plain text, to paste into another program. */
function recordAsText(fields: readonly Field[], record: FeedbackRecord): string {
  return shownFields(fields, record)
    .map(({ field, text }) => `${titleOf(field)}\n${text}`)
    .join("\n\n");
}
