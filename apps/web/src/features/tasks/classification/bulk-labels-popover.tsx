import { t } from "i18next";
import type { OpensHere } from "../../../ui/on-demand.tsx";
import { Popover } from "../../../ui/popover.tsx";
import type { StripProps } from "../task-kind.ts";
import { BulkLabelsForm } from "./bulk-labels-form.tsx";

/** Loaded when somebody reaches for it. */
export default function BulkLabelsPopover({ records, labels, actions, ...opening }: StripProps & OpensHere) {
  return (
    <Popover label={t("classification.bulk.title")} {...opening}>
      {(close) => <BulkLabelsForm records={records} labels={labels} actions={actions} onClose={close} />}
    </Popover>
  );
}
