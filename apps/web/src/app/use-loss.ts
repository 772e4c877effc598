import { useEffect, useSyncExternalStore } from "react";
import type { Loss } from "../lib/api/dataset-access.ts";
import { datasetAccess } from "../lib/api/lost-datasets.ts";

/** Follows a dataset for as long as its page is open: how it was lost in mid-work, null while it is there. */
export function useLoss(datasetId: string, opened: boolean): Loss | null {
  const loss = useSyncExternalStore(datasetAccess.onChange, () => datasetAccess.lossOf(datasetId));
  useEffect(() => datasetAccess.follow(datasetId), [datasetId]);
  useEffect(() => {
    if (opened) datasetAccess.opened(datasetId);
  }, [opened, datasetId]);
  return opened ? loss : null;
}
