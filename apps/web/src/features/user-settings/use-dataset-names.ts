import { readTaskDatasetKey } from "@postil/domain/tasks/record-key";
import { useQuery } from "@tanstack/react-query";
import { myDatasetsQuery } from "../../lib/api/queries/datasets.ts";

export type DatasetNameOf = (datasetId: string) => string | null | undefined;

/** What a dataset is called; null: it is not theirs to open; undefined while the names are not known. */
export function useDatasetNames(): DatasetNameOf {
  const { data: datasets } = useQuery(myDatasetsQuery());
  const names = datasets && new Map(datasets.map(({ id, name }) => [id, name]));
  return (datasetId) => readTaskDatasetKey(datasetId).dataset || (names && (names.get(datasetId) ?? null));
}
