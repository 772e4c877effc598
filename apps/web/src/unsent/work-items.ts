import type { Family, OutboxEntry } from "@postil/domain/outbox/outbox-entry";
import { type TypedForDataset, writeWorkFile } from "@postil/domain/outbox/work-file";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { basePath } from "../lib/base-path.ts";
import { connection } from "../lib/connection/connection.ts";
import type { LocalDraft } from "../lib/drafts/draft.ts";
import { useDraftService } from "../lib/drafts/use-drafts.ts";
import { useTypedWork } from "../lib/kept-work/typed-work.ts";
import { useOutbox } from "../lib/outbox/use-outbox.ts";

/** The unsent work on one record in this browser: an answer being saved or given up, a draft, or both. */
export type WorkItem = {
  readonly family: Family;
  readonly recordId: string;
  readonly datasetId: string;
  /** The time of the work, epoch ms. */
  readonly at: number;
  readonly entry: OutboxEntry | null;
  readonly draft: LocalDraft | null;
};

/** One item per record, newest first. An answer whose save was given up also has its values in a draft (FRS-14). */
export function workItems(entries: readonly OutboxEntry[], drafts: readonly LocalDraft[]): readonly WorkItem[] {
  const items = new Map<string, WorkItem>();
  for (const entry of entries) {
    const { family, recordId, datasetId, wantedAt } = entry;
    items.set(recordId, { family, recordId, datasetId, at: wantedAt, entry, draft: null });
  }
  for (const draft of drafts) {
    const { family, recordId, datasetId, savedAt } = draft;
    const beside = items.get(recordId);
    const at = Math.max(savedAt, beside?.at ?? 0);
    items.set(recordId, { family, recordId, datasetId, at, entry: beside?.entry ?? null, draft });
  }
  return [...items.values()].sort((a, b) => b.at - a.at);
}

/** An answer being saved cannot be recalled (FRS-05). Its draft belongs to it. */
export function canDelete({ entry }: WorkItem): boolean {
  return entry === null || entry.failure !== null;
}

type WorkKind = "waiting" | "failed" | "draft";

/** waiting: an answer being saved. failed: an answer that was given up. draft: typed and not sent. */
export function kindOf({ entry }: WorkItem): WorkKind {
  if (entry === null) return "draft";
  return entry.failure === null ? "waiting" : "failed";
}

const PLACES = { waiting: 0, failed: 1, draft: 2 } as const satisfies { readonly [Kind in WorkKind]: number };

/** Answers before drafts. Items of the same kind keep their order. */
export const unsentFirst = (items: readonly WorkItem[]): readonly WorkItem[] =>
  [...items].sort((a, b) => PLACES[kindOf(a)] - PLACES[kindOf(b)]);

export function exportWork(
  items: readonly WorkItem[],
  { id, username }: { readonly id: string; readonly username: string },
  now: number,
  typed?: readonly TypedForDataset[],
): object {
  const server = new URL(basePath(), window.location.origin).href;
  return writeWorkFile(items, { userId: id, username, server }, now, typed);
}

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
