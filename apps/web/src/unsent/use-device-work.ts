import { useEffect, useMemo, useSyncExternalStore } from "react";
import { connection } from "../lib/connection/connection.ts";
import { useDraftService } from "../lib/drafts/use-drafts.ts";
import { useTypedWork } from "../lib/kept-work/typed-work.ts";
import { useOutbox } from "../lib/outbox/use-outbox.ts";
import { type WorkItem, workItems } from "./work-items.ts";

export type DeviceWork = {
  readonly items: readonly WorkItem[];
  /** Retries at once, also after a failure. False: the server cannot be reached, and the item is sent later. */
  readonly send: (item: WorkItem) => Promise<boolean>;
  /** Only for items that may be deleted. */
  readonly remove: (items: readonly WorkItem[]) => void;
};

/** The same, but first loads the drafts that other tabs have stored. For the part of a page that lists them. */
export function useFreshDeviceWork(): DeviceWork | null {
  const service = useDraftService();
  useEffect(() => void service.ready.then(service.refresh), [service]);
  return useDeviceWork();
}

/** The signed-in user's current undelivered work. Null while it is loading. */
function useDeviceWork(): DeviceWork | null {
  const outbox = useOutbox();
  const service = useDraftService();
  const ready = useSyncExternalStore(service.onReady, service.isReady);
  const drafts = useSyncExternalStore(service.onChange, service.list);
  return useMemo(() => {
    if (!ready) return null;
    return {
      items: workItems(outbox.entries, drafts),
      send: async ({ recordId }) => {
        await connection.check();
        outbox.retry(recordId);
        return connection.isOnline();
      },
      remove: (items) => {
        for (const { recordId, entry } of items) {
          if (entry !== null) outbox.discard(recordId);
          service.drop(recordId);
        }
      },
    };
  }, [ready, outbox, drafts, service]);
}

/** Number of items on this device that a user has not sent or saved. */
export const useUnsavedCount = (userId: string): number =>
  (useDeviceWork()?.items.length ?? 0) + useTypedWork(userId).length;
