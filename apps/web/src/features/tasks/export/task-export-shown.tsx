import { taskSearch } from "@postil/domain/tasks/task-search";
import { t } from "i18next";
import { useMemo } from "react";
import "../../../lib/i18n/en/export.ts";
import "../../../lib/i18n/en/tasks.ts";
import { ExportDialogContext, ExportHere } from "../../../workbench/export/export-button.tsx";
import { chipText } from "../query/filter-chips.tsx";
import { activeFilters } from "../query/parts.ts";
import type { TaskPage } from "../state/task-page-context.ts";
import { taskExportApi } from "../wire/task-export-api.ts";
import { LazyTaskExportDialog } from "./lazy-task-export-dialog.ts";

type TaskExportShownProps = { page: Pick<TaskPage, "dataset" | "view" | "similarTo"> };

/** Exports the dataset, or only the records that are shown now. Lazily loaded. */
export default function TaskExportShown({ page }: TaskExportShownProps) {
  const { id, workspaceName: workspace, name, task } = page.dataset;
  const at = useMemo(() => ({ workspace, name, task }), [workspace, name, task]);
  const words = wordsOf(page);
  const { view } = page;
  const shown = useMemo(
    () => (words === "" ? null : { api: taskExportApi(at, taskSearch(view).query), words }),
    [at, view, words],
  );
  return (
    <ExportDialogContext value={LazyTaskExportDialog}>
      <ExportHere datasetId={id} at={at} shown={shown} />
    </ExportDialogContext>
  );
}

/** "“auk”, status: Validated": all active filters in words; empty without filters, because all records are shown then. */
function wordsOf({ view: { filters }, similarTo }: TaskExportShownProps["page"]): string {
  const words = [
    ...(filters.text === undefined ? [] : [t("exporting.text", { text: filters.text })]),
    ...activeFilters(filters).map((filter) => chipText(filters, filter)),
  ];
  if (words.length > 0 && similarTo !== null) words.push(t("exporting.notOnlySimilar"));
  return words.join(", ");
}
