import { annotationPath } from "@postil/domain/datasets/dataset";
import type { Family } from "@postil/domain/outbox/outbox-entry";
import { taskRecordPlace } from "@postil/domain/tasks/record-key";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import type { RecordOf } from "../unsent/records-on-server.ts";

/** The address that shows a record. */
export const recordPlace = (of: RecordOf) => PLACES[of.family](of);

const PLACES = {
  feedback: ({ datasetId, recordId }: RecordOf) =>
    ({ to: "/dataset/{-$id}/annotation-mode", params: { id: datasetId }, search: { record: recordId } }) as const,
  tasks({ datasetId, recordId }: RecordOf) {
    const place = taskRecordPlace(recordId);
    const linked = { id: datasetId, name: place.dataset, workspaceName: place.workspace, task: place.task };
    return {
      to: annotationPath(linked),
      search: { query: taskQuery(`id:${JSON.stringify(String(place.id))}`) },
    } as const;
  },
} satisfies { readonly [F in Family]: unknown };

/** The `query` entry of a task dataset's address that searches for a text (VST-01). */
export const taskQuery = (text: string): string => encodeURIComponent(JSON.stringify({ text }));

/** Goes to a record of either family. */
export function useGoToRecord(): (of: RecordOf) => void {
  const navigate = useNavigate();
  return useCallback((of) => void navigate(recordPlace(of)), [navigate]);
}
