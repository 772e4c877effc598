import { useCallback } from "react";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import type { TaskAction } from "./action-log.ts";

/**
 * Records the actions on a task dataset for the pace. Its code loads with the first action. It shows nothing, and a failure
 * does no harm.
 */
export function useNotedActions(datasetKey: string): (action: TaskAction, undone: boolean) => void {
  const { userId } = useOutboxService();
  return useCallback(
    ({ changes: all }, undone) => {
      const changes = all.flatMap(({ key, response }) => (response === null ? [] : [{ recordId: key, ...response }]));
      import("../../../workbench/pace/use-work-day.ts")
        .then(({ noteDone }) => noteDone(userId, datasetKey, { changes, undone }))
        // If the page is about to reload, there is neither code nor an error (ERR-05).
        .catch((error: unknown) => console.warn("The pace of this visit is not noted", error));
    },
    [userId, datasetKey],
  );
}
