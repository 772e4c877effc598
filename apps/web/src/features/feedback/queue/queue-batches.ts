import { itemOf, type QueueItem, type RecordQueue } from "@postil/domain/queue/queue";
import { wantsMore } from "@postil/domain/queue/read-ahead";
import { getPreferences } from "../../../lib/preferences/store.ts";
import type { Side } from "./directions.ts";
import type { QueueFetcher } from "./queue-fetcher.ts";
import type { QueueStore } from "./queue-store.ts";
import type { FetchOptions } from "./records-api.ts";
import type { SessionNumbers } from "./session-numbers.ts";

export type QueueBatches = ReturnType<typeof createQueueBatches>;

/** `signal` identifies the load to which the batch belongs. */
type Batch = { readonly signal: AbortSignal; readonly done: Promise<void> };

/** Loads more records at the ends of the queue, ahead of the user or on request. One batch runs at a time. */
export function createQueueBatches(store: QueueStore, fetcher: QueueFetcher, numbers: SessionNumbers) {
  let batch: Batch | null = null;
  /** The record from which reading ahead counts. */
  let reader: string | null = null;
  let reading = false;

  /** Adds a batch at one end of the queue, or joins the running one. */
  function grow(side: Side, quiet: FetchOptions["quiet"]): Promise<void> {
    const signal = store.signal();
    if (batch?.signal === signal) return batch.done;
    const begun: Batch = {
      signal,
      done: extend(side, { signal, quiet }).finally(() => {
        if (batch === begun) batch = null;
      }),
    };
    batch = begun;
    return begun.done;
  }

  async function extend(side: Side, options: FetchOptions): Promise<void> {
    const load = side === "next" ? fetcher.loadNext : fetcher.loadPrevious;
    const current = () => {
      const { queue, asked } = store.state();
      return queue && { queue, criteria: asked.committed };
    };
    const queue = await load(current, options);
    if (queue !== null) take(queue);
  }

  function take(queue: RecordQueue): void {
    store.set({ queue });
    const { asked, shift } = store.state();
    numbers.note(asked.committed.criteria, queue, shift);
  }

  /**
   * False in bulk view, which shows one page at a time, and for similar records, which arrive all at once (FQU-14, FQU-17).
   */
  function readsAhead(): boolean {
    const { criteria, size } = store.state().asked.committed;
    return size === null && criteria.similarity === null;
  }

  function wants(): boolean {
    const { queue } = store.state();
    const at = reader === null || queue === null ? undefined : itemOf(queue, reader);
    if (queue === null || at === undefined || !readsAhead()) return false;
    return wantsMore(queue, at.page, getPreferences().mostAhead);
  }

  /** Loads batch after batch until there are enough records. It stops when a batch adds none. */
  async function keepAhead(): Promise<void> {
    const count = () => store.state().queue?.items.length;
    reading = true;
    try {
      for (let before: number | undefined; wants() && count() !== before; ) {
        before = count();
        await grow("next", true);
      }
    } finally {
      reading = false;
    }
  }

  return {
    grow,
    /** Resolves when no batch is running, also after a failure. */
    settled: async () => void (batch?.signal === store.signal() && (await batch.done.catch(() => undefined))),
    /** FQU-15 FQU-27. A failed load is retried with the next move. */
    readAhead(from: QueueItem): void {
      reader = from === store.state().apart ? null : from.record.id;
      if (reading) return;
      keepAhead().catch((error: unknown) => console.warn("No records could be fetched ahead", error));
    },
  };
}
