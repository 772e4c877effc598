import { annotationPath } from "@postil/domain/datasets/dataset-links";
import { readTaskRecordKey } from "@postil/domain/tasks/record-key";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";

type RecordOf = { readonly datasetId: string; readonly recordId: string };

/** Where a record of either family is shown. */
export function recordPlace({ datasetId, recordId }: RecordOf) {
  const place = readTaskRecordKey(recordId);
  if (place === null) {
    const search = { record: recordId };
    return { to: "/dataset/{-$id}/annotation-mode", params: { id: datasetId }, search } as const;
  }
  const linked = { id: datasetId, name: place.dataset, workspaceName: place.workspace, task: place.task };
  return {
    to: annotationPath(linked),
    search: { query: taskQuery(`id:${JSON.stringify(String(place.id))}`) },
  } as const;
}

/** The entry of a task dataset's address that searches for a text (VST-01). */
export const taskQuery = (text: string): string => encodeURIComponent(JSON.stringify({ text }));

/** Goes to a record of either family. */
export function useGoToRecord(): (of: RecordOf) => void {
  const navigate = useNavigate();
  return useCallback((of) => void navigate(recordPlace(of)), [navigate]);
}
