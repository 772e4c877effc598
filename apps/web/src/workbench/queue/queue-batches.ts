import { type QueueItem, type RecordQueue, wantsMore } from "@postil/domain/queue/queue";
import type { Side } from "./directions.ts";
import type { QueueFetcher } from "./queue-fetcher.ts";
import type { QueueStore } from "./queue-store.ts";
import type { FetchOptions } from "./records-api.ts";
import type { SessionNumbers } from "./session-numbers.ts";

export type QueueBatches = ReturnType<typeof createQueueBatches>;

/** A batch belongs to the load it was asked for with. */
type Batch = { readonly signal: AbortSignal; readonly done: Promise<void> };

/** Lengthens the queue at its ends, ahead of the reader and when they wait for it; one batch at a time. */
export function createQueueBatches(store: QueueStore, fetcher: QueueFetcher, numbers: SessionNumbers) {
  let batch: Batch | null = null;

  /** Adds a batch at one end of the queue, or joins the one that is under way. */
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

  /** In bulk view one page is shown at a time, and similar records come all at once (FQU-14, FQU-17). */
  function readsAhead(): boolean {
    const { criteria, size } = store.state().asked.committed;
    return size === null && criteria.similarity === null;
  }

  return {
    grow,
    /** Resolves when no batch is under way, whatever became of it. */
    settled: async () => void (batch?.signal === store.signal() && (await batch.done.catch(() => undefined))),
    /** FQU-15. What fails is asked for again with the next move. */
    readAhead(from: QueueItem): void {
      const { queue, apart } = store.state();
      if (queue === null || from === apart || !readsAhead() || !wantsMore(queue, from.page)) return;
      grow("next", true).catch((error: unknown) => console.warn("No records could be fetched ahead", error));
    },
  };
}
