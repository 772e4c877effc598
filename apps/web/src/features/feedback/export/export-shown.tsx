import { wordsOfFilter } from "@postil/domain/search/filter-words";
import type { RecordCriteria } from "@postil/domain/search/record-criteria";
import { t } from "i18next";
import { useMemo } from "react";
import "../../../lib/i18n/en/export.ts";
import { ExportDialogContext, ExportHere } from "../../../workbench/export/export-button.tsx";
import { filterText } from "../filters/filter-text.ts";
import { useFilterOffer } from "../filters/use-filter-offer.ts";
import { exportApi } from "../wire/export-api.ts";
import { LazyExportDialog } from "./lazy-export-dialog.ts";

type ExportShownProps = { datasetId: string; criteria: RecordCriteria };

/** Exports the dataset, or only the records that are shown now. Lazily loaded. */
export default function ExportShown({ datasetId, criteria }: ExportShownProps) {
  const words = useWords(datasetId, criteria);
  const shown = useMemo(() => ({ api: exportApi(datasetId, criteria), words }), [datasetId, criteria, words]);
  return (
    <ExportDialogContext value={LazyExportDialog}>
      <ExportHere datasetId={datasetId} shown={shown} />
    </ExportDialogContext>
  );
}

/**
 * "Submitted by you, “auk” in Letter, year: 1895 to 1911": all active criteria in words, so that users know which records they
 * export.
 */
function useWords(datasetId: string, { status, text, filters, similarity }: RecordCriteria): string {
  const { fields, known } = useFilterOffer(datasetId);
  const field = fields.find(({ name }) => name === text?.field)?.title ?? text?.field ?? null;
  const words = [
    t(`exporting.yours.${status}`),
    ...(text === null
      ? []
      : [field === null ? t("exporting.text", { text: text.q }) : t("exporting.textIn", { text: text.q, field })]),
    ...filters.map((filter) => filterText(wordsOfFilter(filter, known))),
    ...(similarity === null ? [] : [t("exporting.notOnlySimilar")]),
  ];
  return words.join(", ");
}
