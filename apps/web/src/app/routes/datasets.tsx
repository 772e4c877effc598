import { historyStep } from "@postil/domain/search/records-address";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { t } from "i18next";
import { type ListCriteria, readListCriteria, writeListCriteria } from "../../features/datasets/dataset-list.ts";
import { DatasetsPage } from "../../features/datasets/datasets-page.tsx";
import "../../lib/i18n/en/datasets.ts";
import { ExportDialogContext } from "../../workbench/export/export-button.tsx";
import { PageHeader } from "../header/page-header.tsx";
import { writeRawQuery } from "../raw-query.ts";
import { ListedExportDialog } from "./listed-export-dialog.tsx";

/** The datasets list. Its filters and order are in the address (DSL-10, VST-03). */
export function Datasets() {
  const navigate = useNavigate({ from: "/datasets" });
  const search = useSearch({ from: "/inside/datasets" });
  const view = readListCriteria(search);
  const onViewChange = (next: ListCriteria) => {
    // A typed word is one step back, not one per letter.
    const typing = view.search !== "" && next.search !== "" && next.search !== view.search;
    const replace = typing || historyStep(writeRawQuery(search)) === "replace";
    void navigate({ search: writeListCriteria(next), replace });
  };
  return (
    <ExportDialogContext value={ListedExportDialog}>
      <DatasetsPage
        header={<PageHeader crumbs={[{ label: t("datasets.title") }]} />}
        view={view}
        onViewChange={onViewChange}
      />
    </ExportDialogContext>
  );
}
