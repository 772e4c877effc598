import { useCallback } from "react";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";
import type { TaskAction } from "./action-log.ts";

/** Notes what is done on a task dataset. Its code comes with the first action: nothing of it is shown, or missed when it fails. */
export function useNotedActions(datasetKey: string): (action: TaskAction, undone: boolean) => void {
  const { userId } = useOutboxService();
  return useCallback(
    ({ changes: all }, undone) => {
      const changes = all.flatMap(({ key, response }) => (response === null ? [] : [{ recordId: key, ...response }]));
      import("../../../workbench/pace/use-work-day.ts")
        .then(({ noteDone }) => noteDone(userId, datasetKey, { changes, undone }))
        // Where a page is about to load again there is neither code nor an error (ERR-05).
        .catch((error: unknown) => console.warn("The pace of this visit is not noted", error));
    },
    [userId, datasetKey],
  );
}
