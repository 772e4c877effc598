import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../ui/icon-button.tsx";
import { useExport } from "./use-export.tsx";

/** Exports a dataset that stands among others. */
export function ExportButton({ datasetId, name }: { datasetId: string; name: string }) {
  const { t } = useTranslation();
  const exporting = useExport({ datasetId });
  if (exporting === null) return null;
  return (
    <>
      <IconButton icon={Download} label={t("common.header.exportOf", { name })} size="small" onClick={exporting.open} />
      {exporting.dialog}
    </>
  );
}
