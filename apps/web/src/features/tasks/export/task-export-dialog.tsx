import { t } from "i18next";
import "../../../lib/i18n/en/lists.ts";
import type { ExportOpening } from "../../../workbench/export/export-button.tsx";
import { ExportDialog } from "../../../workbench/export/export-dialog.tsx";
import { taskExportApi } from "../wire/task-export-api.ts";

/** The export of a task dataset. Lazily loaded. */
export default function TaskExportDialog({ at, ...opening }: ExportOpening) {
  if (at === null) throw new Error("A task dataset is exported by its names.");
  const { name, workspace, task } = at;
  return (
    <ExportDialog
      {...opening}
      api={taskExportApi(at, null)}
      says="task"
      name={name}
      workspace={workspace}
      kind={t(`names.task.${task}`)}
    />
  );
}
