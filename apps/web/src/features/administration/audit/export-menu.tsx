import { t } from "i18next";
import { ChevronDown, Code, Download, List, SquareTerminal } from "lucide-react";
import "../../../lib/i18n/audit-texts.ts";
import "../../../lib/i18n/export-texts.ts";
import { openStream } from "../../../lib/api/open-stream.ts";
import { auditQueryOf } from "../../../lib/api/queries/audit.ts";
import { LOCALE } from "../../../lib/i18n/locale.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { notify } from "../../../lib/toasts/store.ts";
import { Button } from "../../../ui/button.tsx";
import { copyToClipboard } from "../../../ui/copy-to-clipboard.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuItem } from "../../../ui/menu.tsx";
import { type AuditCriteria, commandOf, filterOf } from "./audit-criteria.ts";

const FORMATS = [
  { format: "jsonl", icon: Code },
  { format: "csv", icon: List },
] as const;

/** The entries now filtered, as a file, or as the command that makes it. */
export function ExportMenu({ criteria, found }: { criteria: AuditCriteria; found: number | null }) {
  const save = async (format: "jsonl" | "csv") => {
    try {
      const query = { ...auditQueryOf(filterOf(criteria, Date.now())), format };
      const reply = await openStream("exportAudit", { query }, new AbortController().signal);
      saveFile(`audit.${format}`, await new Response(reply.body).blob());
    } catch (error) {
      console.error("The audit trail could not be exported", error);
      notify({ message: t("audit.exportFailed"), type: "error" });
    }
  };
  const copy = async () => {
    const copied = await copyToClipboard(commandOf(criteria));
    const message = t(copied ? "exporting.commandCopied" : "common.copyFailed");
    notify({ message, type: copied ? "success" : "error" });
  };
  const trigger = (
    <Button>
      <Icon of={Download} />
      {t("audit.export")}
      <Icon of={ChevronDown} className="text-soft" />
    </Button>
  );
  return (
    <Menu label={t("audit.export")} trigger={trigger} placement="bottom end">
      {FORMATS.map(({ format, icon }) => (
        <MenuItem
          key={format}
          icon={icon}
          end={found?.toLocaleString(LOCALE)}
          note={t(`audit.note.${format}`)}
          onAction={() => void save(format)}
        >
          {t(`exporting.${format}`)}
        </MenuItem>
      ))}
      <MenuItem icon={SquareTerminal} note={t("audit.note.command")} onAction={() => void copy()}>
        {t("exporting.command")}
      </MenuItem>
    </Menu>
  );
}
