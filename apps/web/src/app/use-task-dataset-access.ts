import { taskDatasetKey as idOf } from "@postil/domain/tasks/record-key";
import { useQuery } from "@tanstack/react-query";
import { taskDatasetKey, taskDatasetQuery } from "../lib/api/queries/task-dataset.ts";
import type { Lost } from "./lost.ts";
import { useLoss } from "./use-loss.ts";

/** If a task dataset is lost during work, returns how. The page then shows that in its place (design/states.md). */
export function useTaskDatasetAccess(workspace: string, name: string): Lost | null {
  const { data } = useQuery(taskDatasetQuery(workspace, name));
  const id = idOf(workspace, name);
  const loss = useLoss(id, data !== undefined);
  return loss === null ? null : { loss, dataset: { id, name }, queryKey: taskDatasetKey(workspace, name) };
}
