import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { annotationProgress } from "@postil/domain/tasks/task-figures";
import { useQuery } from "@tanstack/react-query";
import { PaceLine } from "../../../workbench/frame/pace-line.tsx";
import type { TaskPage } from "../state/task-page-context.ts";

export type TaskPaceProps = { page: Pick<TaskPage, "dataset" | "countsFor"> };

/**
 * How many records this user finished today, at what pace, and how long the rest would take (design/annotation.md#foot).
 * Lazily loaded.
 */
export default function TaskPace({ page: { dataset, countsFor } }: TaskPaceProps) {
  const { data } = useQuery(countsFor({}));
  const left = data === undefined ? 0 : annotationProgress(data.total, data.aggregations?.status ?? {}).untouched;
  return (
    <div className="px-6 pb-6 max-md:px-0">
      <PaceLine datasetId={taskDatasetKey(dataset.workspaceName, dataset.name)} pending={left} />
    </div>
  );
}
