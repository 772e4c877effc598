import { LazyExportDialog } from "../../features/feedback/export/lazy-export-dialog.ts";
import { LazyTaskExportDialog } from "../../features/tasks/export/lazy-task-export-dialog.ts";
import type { ExportDialogProps } from "../../workbench/export/export-button.tsx";

/** Exports a dataset of the list, of either family. */
export function ListedExportDialog(opening: ExportDialogProps) {
  return opening.at === null ? <LazyExportDialog {...opening} /> : <LazyTaskExportDialog {...opening} />;
}
