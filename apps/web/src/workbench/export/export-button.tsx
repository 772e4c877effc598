import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";
import { type ExportSource, useExport } from "./use-export.tsx";

/** Exports a dataset that stands among others. */
export function ExportButton({ name, ...source }: ExportSource & { name: string }) {
  const { t } = useTranslation();
  const exporting = useExport(source);
  if (exporting === null) return null;
  return (
    <>
      <IconButton icon={Download} label={t("header.exportOf", { name })} size="small" onClick={exporting.open} />
      {exporting.dialog}
    </>
  );
}
