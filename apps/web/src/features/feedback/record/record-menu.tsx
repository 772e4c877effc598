import { t } from "i18next";
import { Ellipsis } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import type { RecordMenuProps } from "./record-menu-list.tsx";

const RecordMenuList = onDemand("menu", () => import("./record-menu-list.tsx").then((m) => m.RecordMenuList));

/** The menu of a record: details, copy, link and more. */
export function RecordMenu(props: RecordMenuProps) {
  return <RecordMenuList trigger={<IconButton icon={Ellipsis} label={t("annotation.record.more")} />} {...props} />;
}
