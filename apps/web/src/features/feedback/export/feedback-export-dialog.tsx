import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import "../../../lib/i18n/en/lists.ts";
import { datasetQuery, workspaceQuery } from "../../../lib/api/queries/dataset.ts";
import type { ExportOpening } from "../../../workbench/export/export-button.tsx";
import { ExportDialog } from "../../../workbench/export/export-dialog.tsx";
import { exportApi } from "../wire/export-api.ts";

/** The export of a feedback dataset. Lazily loaded. */
export default function FeedbackExportDialog(opening: ExportOpening) {
  const { data: dataset } = useQuery(datasetQuery(opening.datasetId));
  const { data: workspace } = useQuery(workspaceQuery(dataset?.workspaceId));
  return (
    <ExportDialog
      {...opening}
      api={exportApi(opening.datasetId, null)}
      says="feedback"
      name={dataset?.name ?? ""}
      workspace={workspace?.name ?? ""}
      kind={t(`names.task.${FEEDBACK_TASK}`)}
    />
  );
}
