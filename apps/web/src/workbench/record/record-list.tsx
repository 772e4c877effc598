import "../../lib/i18n/en/drawers.ts";
import { t } from "i18next";
import { ClipboardCopy, History, Info, Link } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Command, mayRun } from "../../lib/commands/command.ts";
import { notify } from "../../lib/toasts/store.ts";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";

type RecordListProps = OpensHere & {
  /** the record's text, for the clipboard */
  text: () => string;
  /** the absolute address that opens the record */
  link: () => string;
  details: (onClose: () => void) => ReactNode;
  history: (onClose: () => void) => ReactNode;
  /** further commands of the page for the record */
  commands?: readonly Command[];
  /** items for one family only */
  children?: ReactNode;
};

/** The menu of a record of any family: the actions other than labeling. */
export function RecordList(props: RecordListProps) {
  const { text, link, details, history, commands = [], children, ...opening } = props;
  const [dialog, setDialog] = useState<"details" | "history" | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <Menu label={t("annotation.record.more")} placement="bottom end" {...opening}>
        <MenuItem icon={Info} onAction={() => setDialog("details")}>
          {t("recordDetails.title")}
        </MenuItem>
        <MenuItem icon={ClipboardCopy} onAction={() => void copyAndTell(text(), t("recordDetails.copied"))}>
          {t("recordDetails.copy")}
        </MenuItem>
        <MenuItem icon={Link} onAction={() => void copyAndTell(link(), t("recordDetails.linkCopied"))}>
          {t("recordDetails.copyLink")}
        </MenuItem>
        {children}
        <MenuItem icon={History} onAction={() => setDialog("history")}>
          {t("recordHistory.open")}
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
      {dialog === "details" && details(close)}
      {dialog === "history" && history(close)}
    </>
  );
}

/** Copies a text and shows a toast, because the pressed control is gone by then. */
export async function copyAndTell(text: string, done: string): Promise<void> {
  const worked = await copyToClipboard(text);
  notify({ message: worked ? done : t("common.copyFailed"), type: worked ? "success" : "error" });
}
