import { firstOpen, itemOf, type QueueItem, type RecordQueue, recordsLeft } from "@postil/domain/queue/queue";
import { wantsMore } from "@postil/domain/queue/read-ahead";
import { getPreferences } from "../../../lib/preferences/store.ts";
import type { FetchOptions, QueueFetcher } from "./queue-fetcher.ts";
import { ADVANCE, type Direction, NEXT, PREVIOUS, type Side } from "./queue-state.ts";
import { logUnlessShown, type QueueConnection, type QueueStore, type SessionNumbers } from "./queue-store.ts";

/**
 * The result of a move. moved: the record is on screen. waiting: its batch is loading or will load. nowhere: there is no
 * record in that direction.
 */
export type Move = "moved" | "waiting" | "nowhere";

type MovePorts = {
  readonly store: QueueStore;
  readonly batches: QueueBatches;
  readonly connection: QueueConnection;
  /** FQU-16: called when the queue has no more records. */
  readonly onEnd: () => void;
  /** Loads the queue from its first record. */
  readonly loadAnew: () => void;
};

/** The moves from one record to another. Among queued records they are synchronous. */
export function createQueueMoves({ store, batches, connection, onEnd, loadAnew }: MovePorts) {
  function goTo(item: QueueItem | undefined): Move {
    if (item === undefined) return "nowhere";
    store.set({ currentId: item.record.id, waiting: null, changedElsewhere: new Set() });
    batches.readAhead(item);
    return "moved";
  }

  /** Leaves the current record. Past the last queued record, it loads more and moves when they arrive. */
  function leave(direction: Direction, atEnd: () => void): Move {
    const { queue, apart, currentId } = store.state();
    if (queue === null) return "nowhere";
    if (currentId === null) return goTo(direction.side === "previous" ? queue.items.at(-1) : undefined);
    if (apart?.record.id === currentId) return leaveApart(direction, queue, atEnd);
    const target = direction.target(queue, currentId);
    return target === undefined ? leaveBeyond(direction, queue, atEnd) : goTo(target);
  }

  /** From a record outside the queue, the move leads to the start of the queue. */
  function leaveApart(direction: Direction, queue: RecordQueue, atEnd: () => void): Move {
    if (direction.side === "previous") return "nowhere";
    const next = firstOpen(queue) ?? (direction === NEXT ? queue.items[0] : undefined);
    if (next === undefined) atEnd();
    return goTo(next);
  }

  /** Handles a move when no queued record is in that direction. */
  function leaveBeyond(direction: Direction, queue: RecordQueue, atEnd: () => void): Move {
    const { asked, waiting } = store.state();
    if (direction.side === "previous" && (queue.items[0]?.page ?? 1) === 1) return "nowhere";
    if (asked.committed.criteria.similarity !== null) {
      atEnd();
      return "nowhere";
    }
    if (waiting !== "batch") connection.whenConnected(() => void goPast(direction, atEnd));
    return "waiting";
  }

  async function goPast(direction: Direction, atEnd: () => void): Promise<void> {
    const signal = store.signal();
    const from = store.state().currentId;
    store.set({ waiting: "batch" });
    const target = await reach(direction, from).catch((error: unknown) =>
      connection.cutOff(error) ? "cut off" : logUnlessShown(error),
    );
    const { waiting, currentId } = store.state();
    if (signal.aborted || waiting === null || currentId !== from) return;
    if (target === "cut off") return connection.whenConnected(() => void goPast(direction, atEnd));
    store.set({ waiting: null });
    if (target === null) atEnd();
    else goTo(target);
  }

  /** The record past the queued ones. Null when there is none. Rejects when it could not be loaded. */
  async function reach({ side, target }: Direction, from: string | null): Promise<QueueItem | null> {
    const found = () => {
      const { queue } = store.state();
      return from === null || queue === null ? undefined : target(queue, from);
    };
    // A batch that is already loading may contain it. If that batch fails, it is requested again, and then a failure shows.
    await batches.settled();
    if (found() === undefined) await batches.grow(side, "unreached");
    return found() ?? null;
  }

  /**
   * After an answer: returns to skipped records, also to those before the first queued one. If there are none, the queue is
   * done.
   */
  function goRound(): void {
    const { queue, currentId, asked } = store.state();
    if (queue === null || goTo(firstOpen(queue, currentId ?? undefined)) === "moved") return;
    const open = queue.items.filter((item) => item.status === queue.viewed).length;
    const more = asked.committed.criteria.similarity === null && recordsLeft(queue) > open;
    if (more) connection.whenConnected(loadAnew);
    else if (open > 0) onEnd();
    // The last record is answered. A message replaces it.
    else store.set({ currentId: null, waiting: null });
  }

  return {
    goTo,
    next: () => leave(NEXT, onEnd),
    previous: () => leave(PREVIOUS, () => undefined),
    /** Moves on with or without an answer. At the end it returns to skipped records. */
    advance: () => leave(ADVANCE, goRound),
  };
}

type QueueBatches = ReturnType<typeof createQueueBatches>;

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
