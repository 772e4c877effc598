import { useQuery } from "@tanstack/react-query";
import { taskDatasetQuery } from "../../lib/api/queries/task-dataset.ts";
import { LinkedDatasetHeader } from "./linked-dataset-header.tsx";

type TaskDatasetHeaderProps = { workspace: string; name: string; here?: string };

/** The header of a page about one task dataset, which its address names (TEN-02). */
export function TaskDatasetHeader({ workspace, name, here }: TaskDatasetHeaderProps) {
  const { data: dataset } = useQuery(taskDatasetQuery(workspace, name));
  // Until its task is known, that it is one of a task dataset: its links lead to this family's pages.
  const linked = { id: dataset?.id ?? "", name, workspaceName: workspace, task: dataset?.task ?? "TextClassification" };
  return <LinkedDatasetHeader dataset={linked} here={here} />;
}
