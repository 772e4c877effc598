import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { readTaskAddress, writeTaskCriteria } from "@postil/domain/tasks/task-address";
import { idText } from "@postil/domain/tasks/task-search";
import { FamilyContext } from "../../../workbench/family/family.ts";
import { ViewsMenu } from "../../../workbench/views/views-menu.tsx";
import type { TaskPage } from "../state/task-page-context.ts";
import { TASK_FAMILY } from "./task-family.ts";

export type TaskViewsProps = { page: Pick<TaskPage, "dataset" | "view" | "changeView"> };

/**
 * The menu of saved views and flagged records (design/task-search.md#views). A chosen view keeps the mode and the page size. A
 * flagged record opens in the same mode, or in annotate mode if the page shows rules. Lazily loaded.
 */
export default function TaskViews({ page: { dataset, view, changeView } }: TaskViewsProps) {
  const mode = view.mode === "labelling-rules" ? "annotate" : view.mode;
  return (
    <FamilyContext value={TASK_FAMILY}>
      <ViewsMenu
        datasetId={taskDatasetKey(dataset.workspaceName, dataset.name)}
        query={writeTaskCriteria(view)}
        onApply={(query) => {
          const { filters, sort } = readTaskAddress(query);
          changeView({ filters, sort });
        }}
        onOpenRecord={(id) => changeView({ filters: { text: idText(id) }, sort: [], mode })}
      />
    </FamilyContext>
  );
}
