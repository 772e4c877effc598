import { useNavigate, useSearch } from "@tanstack/react-router";
import { t } from "i18next";
import { type ListCriteria, readListCriteria, writeListCriteria } from "../../features/datasets/dataset-list.ts";
import { DatasetsPage } from "../../features/datasets/datasets-page.tsx";
import { LazyExportDialog } from "../../features/feedback/export/lazy-export-dialog.ts";
import { LazyTaskExportDialog } from "../../features/tasks/export/lazy-task-export-dialog.ts";
import { ExportDialogContext, type ExportDialogProps } from "../../workbench/export/export-button.tsx";
import { PageHeader } from "../header/page-header.tsx";
import { replacesAddress } from "../raw-query.ts";
import "../../lib/i18n/en/datasets.ts";

// chunk: list

/** The datasets list. Its filters and order are in the address (DSL-10, VST-03). */
export function Datasets() {
  const navigate = useNavigate({ from: "/datasets" });
  const search = useSearch({ from: "/inside/datasets" });
  const view = readListCriteria(search);
  const onViewChange = (next: ListCriteria) =>
    void navigate({ search: writeListCriteria(next), replace: replacesAddress(search, view, next) });
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

/** Exports a dataset of the list, of either family. */
function ListedExportDialog(opening: ExportDialogProps) {
  return opening.at === null ? <LazyExportDialog {...opening} /> : <LazyTaskExportDialog {...opening} />;
}
