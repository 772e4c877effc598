import { useEffect } from "react";
import { useOutboxService } from "../../lib/outbox/use-outbox.ts";

/** Notes what is done on the dataset. Its code comes once the page stands: nothing of it is shown, or missed when it fails. */
export function useNotedWork(datasetId: string): void {
  const outbox = useOutboxService();
  useEffect(() => {
    const noting = import("./use-work-day.ts").then(({ noteWork }) => noteWork(outbox, datasetId));
    noting.catch((error: unknown) => console.warn("The pace of this visit is not noted", error));
    return () =>
      void noting.then(
        (stop) => stop(),
        () => undefined,
      );
  }, [outbox, datasetId]);
}
