import { FEEDBACK_TASK } from "@postil/domain/datasets/dataset";
import { useQuery } from "@tanstack/react-query";
import { datasetQuery } from "../../lib/api/queries/dataset.ts";
import { workspaceQuery } from "../../lib/api/queries/workspaces.ts";
import { LinkedDatasetHeader } from "./linked-dataset-header.tsx";

/** The header of a page about one feedback dataset. At first only the dataset's id is known. */
export function DatasetHeader({ id, here }: { id: string; here?: string }) {
  const { data: dataset } = useQuery(datasetQuery(id));
  const { data: workspace } = useQuery(workspaceQuery(dataset?.workspaceId));
  const linked = { id, name: dataset?.name ?? "", workspaceName: workspace?.name ?? "", task: FEEDBACK_TASK };
  return <LinkedDatasetHeader dataset={linked} here={here} />;
}
