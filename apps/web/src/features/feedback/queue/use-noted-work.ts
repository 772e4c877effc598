import { useEffect } from "react";
import { useOutboxService } from "../../../lib/outbox/use-outbox.ts";

/**
 * Records the work on the dataset. The code is loaded after the page: it shows nothing, and a failure to load it does no harm.
 */
export function useNotedWork(datasetId: string): void {
  const outbox = useOutboxService();
  useEffect(() => {
    const noting = import("../../../workbench/frame/use-work-day.ts").then(({ noteWork }) =>
      noteWork(outbox, datasetId),
    );
    noting.catch((error: unknown) => console.warn("The pace of this visit is not noted", error));
    return () =>
      void noting.then(
        (stop) => stop(),
        () => undefined,
      );
  }, [outbox, datasetId]);
}
