import { useQuery } from "@tanstack/react-query";
import { taskDatasetQuery } from "../../lib/api/queries/task-dataset.ts";
import { LinkedDatasetHeader } from "./linked-dataset-header.tsx";

type TaskDatasetHeaderProps = { workspace: string; name: string; here?: string };

/** The header of a page about one task dataset. The address names the dataset (TEN-02). */
export function TaskDatasetHeader({ workspace, name, here }: TaskDatasetHeaderProps) {
  const { data: dataset } = useQuery(taskDatasetQuery(workspace, name));
  // Until the task is known, any task will do: the links only need the family of the dataset.
  const linked = { id: dataset?.id ?? "", name, workspaceName: workspace, task: dataset?.task ?? "TextClassification" };
  return <LinkedDatasetHeader dataset={linked} here={here} />;
}
