import { t } from "i18next";
import "../../../lib/api/manager-routes.ts";
import { api } from "../../../lib/api/api.ts";
import { failureOf } from "../../../lib/api/failure.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/no-content.tsx";
import { useTaskPage } from "../state/task-page-context.ts";

/** Shown instead of the records of a closed dataset. Users with the right can open the dataset here. */
export default function ClosedDataset() {
  const { dataset, privileged, refresh } = useTaskPage();
  const open = () => {
    const call = { params: { name: dataset.name }, query: { workspace: dataset.workspaceName } };
    api.call("openTaskDatasetV0", call).then(refresh, (error: unknown) => {
      // The error toast was already shown.
      if (failureOf(error) === null) throw error;
    });
  };
  return (
    <div className="flex-1 px-18 py-12 max-md:px-4">
      <EmptyState
        title={t("tasks.closed.title")}
        actions={privileged ? <Button onClick={open}>{t("tasks.closed.open")}</Button> : undefined}
      >
        {t("tasks.closed.text")} {!privileged && t("tasks.closed.ask")}
      </EmptyState>
    </div>
  );
}
