import { t } from "i18next";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../ui/icon-button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import type { RecordMenuProps } from "./record-menu-list.tsx";

const RecordMenuList = onDemand<RecordMenuProps>("menu", () =>
  import("./record-menu-list.tsx").then((module) => module.RecordMenuList),
);

/** Further actions for a record of the list. */
export function RecordMenu({ record }: RecordMenuProps) {
  const trigger = (
    <IconButton icon={Ellipsis} size="small" className="max-md:size-11" label={t("annotation.record.more")} />
  );
  return <RecordMenuList trigger={trigger} record={record} />;
}
