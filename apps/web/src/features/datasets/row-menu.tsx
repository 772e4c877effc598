import { addRecordsPath, settingsPath } from "@postil/domain/datasets/dataset";
import { useNavigate } from "@tanstack/react-router";
import { t } from "i18next";
import { Camera, Download, FileUp, Link, Settings2 } from "lucide-react";
import "../../lib/i18n/en/imports-here.ts";
import { useUser } from "../../lib/session/store.ts";
import { notify } from "../../lib/toasts/store.ts";
import { copyToClipboard } from "../../ui/copy-to-clipboard.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { OpensHere } from "../../ui/on-demand.tsx";
import { type DatasetRow, mayAddRecords } from "./dataset-list.ts";

/** `onExport`: null for people who may not export */
export type RowMenuProps = { row: DatasetRow; address: string; onExport: (() => void) | null };

/** The actions of a row if there is no room for their icons. Lazily loaded. */
export function RowMenu({ row, address, onExport, ...opening }: RowMenuProps & OpensHere) {
  const navigate = useNavigate();
  const mayAdd = mayAddRecords(row, useUser());
  const copy = async () => {
    const copied = await copyToClipboard(address);
    notify({ message: t(copied ? "common.copied" : "common.copyFailed"), type: copied ? "success" : "error" });
  };
  return (
    <Menu label={t("forms.actionsOf", { name: row.name })} placement="bottom end" {...opening}>
      <MenuItem icon={Settings2} onAction={() => void navigate({ to: settingsPath(row) })}>
        {t("common.header.datasetSettings")}
      </MenuItem>
      {mayAdd && (
        <MenuItem icon={FileUp} onAction={() => void navigate({ to: addRecordsPath(row) })}>
          {t("importsHere.add")}
        </MenuItem>
      )}
      {onExport !== null && (
        <MenuItem icon={Camera} onAction={() => void navigate({ to: settingsPath(row), hash: "snapshots" })}>
          {t("words.snapshots")}
        </MenuItem>
      )}
      {onExport !== null && (
        <MenuItem icon={Download} onAction={onExport}>
          {t("header.exportDataset")}
        </MenuItem>
      )}
      <MenuItem icon={Link} onAction={() => void copy()}>
        {t("forms.copyLink")}
      </MenuItem>
    </Menu>
  );
}
