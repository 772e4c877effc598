import { readTaskDatasetKey, readTaskRecordKey } from "@postil/domain/tasks/record-key";
import { useQuery } from "@tanstack/react-query";
import { myDatasetsQuery } from "../../lib/api/queries/datasets.ts";
import type { WorkItem } from "../../lib/device-work/work-items.ts";

export type DatasetNameOf = (of: Pick<WorkItem, "recordId" | "datasetId">) => string | null | undefined;

/** What the dataset of an item is called; null: it is not theirs to open; undefined while the names are not known. */
export function useDatasetNames(): DatasetNameOf {
  const { data: datasets } = useQuery(myDatasetsQuery());
  const names = datasets && new Map(datasets.map(({ id, name }) => [id, name]));
  return ({ recordId, datasetId }) =>
    readTaskRecordKey(recordId)?.dataset ??
    (readTaskDatasetKey(datasetId).dataset || (names && (names.get(datasetId) ?? null)));
}
