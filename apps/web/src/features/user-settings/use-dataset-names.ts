import { readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import { useQuery } from "@tanstack/react-query";
import { myDatasetsQuery } from "../../lib/api/queries/datasets.ts";

export type DatasetNameOf = (datasetId: string) => string | null | undefined;

/** The name of a dataset; null if the user has no access; undefined while the names are unknown. */
export function useDatasetNames(): DatasetNameOf {
  const { data: datasets } = useQuery(myDatasetsQuery());
  const names = datasets && new Map(datasets.map(({ id, name }) => [id, name]));
  return (datasetId) => readTaskDatasetKey(datasetId).dataset || (names && (names.get(datasetId) ?? null));
}
