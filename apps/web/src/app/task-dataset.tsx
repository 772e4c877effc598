import { taskDatasetKey as idOf } from "@postil/domain/tasks/record-key";
import { useQuery } from "@tanstack/react-query";
import { taskDatasetKey, taskDatasetQuery } from "../lib/api/queries/task-dataset.ts";
import { LinkedDatasetHeader } from "./header/linked-dataset-header.tsx";
import { type Lost, useLoss } from "./lost.ts";

/** If a task dataset is lost during work, returns how. The page then shows that in its place (design/states.md). */
export function useTaskDatasetAccess(workspace: string, name: string): Lost | null {
  const { data } = useQuery(taskDatasetQuery(workspace, name));
  const id = idOf(workspace, name);
  const loss = useLoss(id, data !== undefined);
  return loss === null ? null : { loss, dataset: { id, name }, queryKey: taskDatasetKey(workspace, name) };
}

type TaskDatasetHeaderProps = { workspace: string; name: string; here?: string };

/** The header of a page about one task dataset. The address names the dataset (TEN-02). */
export function TaskDatasetHeader({ workspace, name, here }: TaskDatasetHeaderProps) {
  const { data: dataset } = useQuery(taskDatasetQuery(workspace, name));
  // Until the task is known, any task will do: the links only need the family of the dataset.
  const linked = { id: dataset?.id ?? "", name, workspaceName: workspace, task: dataset?.task ?? "TextClassification" };
  return <LinkedDatasetHeader dataset={linked} here={here} />;
}
