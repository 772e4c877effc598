import { useEffect, useSyncExternalStore } from "react";
import { datasetAccess, type Loss } from "../lib/api/lost-datasets.ts";

/** A dataset that was lost during work. */
export type Lost = {
  readonly loss: Loss;
  readonly dataset: { readonly id: string; readonly name: string };
  /** prefix of all its cached queries */
  readonly queryKey: readonly string[];
};

/** Watches a dataset while its page is open. Returns how it was lost during work, null while it is available. */
export function useLoss(datasetId: string, opened: boolean): Loss | null {
  const loss = useSyncExternalStore(datasetAccess.onChange, () => datasetAccess.lossOf(datasetId));
  useEffect(() => datasetAccess.follow(datasetId), [datasetId]);
  useEffect(() => {
    if (opened) datasetAccess.opened(datasetId);
  }, [opened, datasetId]);
  return opened ? loss : null;
}
