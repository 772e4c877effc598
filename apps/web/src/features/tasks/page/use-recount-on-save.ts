import type { KnownTaskDataset } from "@postil/domain/datasets/dataset";
import { taskDatasetKey } from "@postil/domain/tasks/record-key";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import { recountTaskResults } from "./use-task-results.ts";

/** Counts are asked for again so long after the last of several saves, ms: of a page of records they come one by one. */
const SETTLED = 300;

/** Counts and progress follow what was saved (TSE-18), also by the other tabs of this person. */
export function useRecountOnSave(dataset: KnownTaskDataset): void {
  const client = useQueryClient();
  const outbox = useOutboxService();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const key = taskDatasetKey(dataset.workspaceName, dataset.name);
    const stop = outbox.onDelivered(({ datasetId }) => {
      if (datasetId !== key) return;
      clearTimeout(timer);
      timer = setTimeout(() => recountTaskResults(client, dataset), SETTLED);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client, outbox, dataset]);
}
