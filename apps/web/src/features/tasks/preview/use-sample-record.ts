import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { shownRecord } from "@postil/domain/tasks/record-edit";
import type { ShownTaskRecord, StoredTaskRecord } from "@postil/domain/tasks/shown-record";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { taskDatasetKey } from "../../../lib/api/queries/task-dataset.ts";
import { searchRecords } from "../wire/search-records.ts";

/** Among so many first ones a record is looked for that shows most of what labels look like. */
const AMONG = 20;

type Sample = {
  readonly record: ShownTaskRecord | null;
  readonly position: number | null;
  readonly isWaiting: boolean;
};

/** A record to show labels on, and its place among all: one that a machine labeled, if there is one. Null: there is none. */
export function useSampleRecord(dataset: KnownTaskDataset): Sample {
  const { data: records, isPending } = useQuery({
    queryKey: [...taskDatasetKey(dataset.workspaceName, dataset.name), "sample"],
    queryFn: async ({ signal }) =>
      (await searchRecords(dataset, { limit: AMONG, from: 0, query: { vector: null }, sort: [] }, signal)).records,
  });
  const at = useMemo(() => (records === undefined ? -1 : bestOf(records)), [records]);
  const record = useMemo(() => {
    const stored = records?.[at];
    return stored === undefined ? null : shownRecord(stored, { wanted: null, saved: null, edit: null });
  }, [records, at]);
  return { record, position: record === null ? null : at + 1, isWaiting: isPending };
}

const bestOf = (records: readonly StoredTaskRecord[]): number => {
  const open = records.findIndex(({ prediction, annotation }) => prediction !== null && annotation === null);
  const any = records.findIndex(({ prediction }) => prediction !== null);
  return [open, any, 0].find((at) => at >= 0) ?? 0;
};
