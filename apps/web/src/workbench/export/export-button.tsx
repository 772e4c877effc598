import { t } from "i18next";
import { Download } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { type ExportSource, useExport } from "./use-export.tsx";

/** Exports a dataset that stands among others. */
export function ExportButton({ name, ...source }: ExportSource & { name: string }) {
  const exporting = useExport(source);
  if (exporting === null) return null;
  return (
    <>
      <IconButton
        icon={Download}
        translate="no"
        label={t("header.exportOf", { name })}
        size="small"
        onClick={exporting.open}
      />
      {exporting.dialog}
    </>
  );
}
