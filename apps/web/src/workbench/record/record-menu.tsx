import { t } from "i18next";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import type { RecordMenuProps } from "./record-menu-list.tsx";

const RecordMenuList = onDemand<RecordMenuProps>("menu", () =>
  import("./record-menu-list.tsx").then((module) => module.RecordMenuList),
);

/** What else can be done with a record: read its details, copy it, pass it on. */
export function RecordMenu(props: RecordMenuProps) {
  return <RecordMenuList trigger={<IconButton icon={Ellipsis} label={t("annotation.record.more")} />} {...props} />;
}
