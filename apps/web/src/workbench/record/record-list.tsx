import { ClipboardCopy, History, Info, Link } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mayRun } from "../../lib/commands/command.ts";
import { notify } from "../../lib/toasts/store.ts";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import type { RecordMenuProps } from "./record-menu-props.ts";

const RecordDetails = lazyPart(() => import("./record-details.tsx"));
const RecordHistory = lazyPart(() => import("../history/record-history.tsx"));

export function RecordList({ record, text, properties, commands = [], link, ...opening }: RecordMenuProps & OpensHere) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"details" | "history" | null>(null);
  const copy = async (copied: string, done: "copied" | "linkCopied") => {
    const worked = await copyToClipboard(copied);
    notify({
      message: t(worked ? `annotation.record.${done}` : "common.copyFailed"),
      type: worked ? "success" : "error",
    });
  };
  const close = () => setDialog(null);
  return (
    <>
      <Menu label={t("annotation.record.more")} placement="bottom end" {...opening}>
        <MenuItem icon={Info} onAction={() => setDialog("details")}>
          {t("annotation.record.details")}
        </MenuItem>
        <MenuItem icon={ClipboardCopy} onAction={() => void copy(text(), "copied")}>
          {t("annotation.record.copy")}
        </MenuItem>
        <MenuItem icon={Link} onAction={() => void copy(link(), "linkCopied")}>
          {t("annotation.record.copyLink")}
        </MenuItem>
        <MenuItem icon={History} onAction={() => setDialog("history")}>
          {t("keeping.openHistory")}
        </MenuItem>
        {commands.map((command) => (
          <MenuItem
            key={command.id}
            {...(command.icon && { icon: command.icon })}
            isDisabled={!mayRun(command)}
            onAction={command.run}
          >
            {command.label}
          </MenuItem>
        ))}
      </Menu>
      {dialog === "details" && (
        <RecordDetails record={record} properties={properties} onClose={close} whenMissing={close} />
      )}
      {dialog === "history" && <RecordHistory recordId={record.id} onClose={close} whenMissing={close} />}
    </>
  );
}
