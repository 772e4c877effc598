import type { Field } from "@postil/domain/datasets/field";
import type { MetadataProperty } from "@postil/domain/datasets/metadata-property";
import type { FeedbackRecord } from "@postil/domain/records/record";
import { Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Command } from "../../lib/commands/command.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";

export type RecordMenuProps = {
  record: FeedbackRecord;
  fields: readonly Field[];
  properties: readonly MetadataProperty[];
  /** what else the page offers for it */
  commands?: readonly Command[];
  /** the address that opens this record, absolute */
  link: () => string;
};

const RecordList = onDemand<RecordMenuProps>("menu", () =>
  import("./record-list.tsx").then((module) => module.RecordList),
);

/** What else can be done with a record: read its details, copy it, pass it on. */
export function RecordMenu(props: RecordMenuProps) {
  const { t } = useTranslation();
  return <RecordList trigger={<IconButton icon={Ellipsis} label={t("annotation.record.more")} />} {...props} />;
}
